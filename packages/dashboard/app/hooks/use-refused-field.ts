// Brings the field that the server refused into view, with the focus in it.
import { useEffect, useRef } from 'react'

export function useRefusedField(error: unknown) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const refused = error ? form.current?.querySelector<HTMLElement>('[aria-invalid]') : undefined
    if (!refused) return
    refused.focus({ preventScroll: true })
    // The browser's own scroll would leave it behind the save bar.
    refused.scrollIntoView({ block: 'center' })
  }, [error])
  return form
}
