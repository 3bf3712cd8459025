// Dialogs and drawers on the native <dialog>: focus trap, Escape and inert background come with the browser.
// Render it while it is open. `isSticky` keeps it from closing by a press beside it or Escape.
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'

const fields = 'input:enabled, select:enabled, textarea:enabled:not(:read-only)'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  shape?: keyof typeof shapes
  isSticky?: boolean
}

const shapes = {
  middle: 'm-auto w-[min(30rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-lg animate-[appear_100ms]',
  drawer:
    'my-0 mr-0 ml-auto h-dvh max-h-none w-[min(32rem,100vw)] max-w-none border-y-0 border-r-0 animate-[slide-in_140ms_ease-out]',
  left: 'my-0 ml-0 mr-auto h-dvh max-h-none w-[min(17rem,85vw)] max-w-none border-y-0 border-l-0 animate-[appear_100ms]',
  palette: 'mx-auto mt-[14vh] w-[min(36rem,calc(100vw-2rem))] rounded-lg animate-[appear_80ms]',
}

export function Dialog({ title, onClose, children, shape = 'middle', isSticky = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // The browser would choose the close button; people come to fill in, or to decide.
    dialog?.querySelector<HTMLElement>(`${fields}, footer button:enabled`)?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={clsx(
        'flex-col overflow-hidden border border-line bg-raised p-0 text-ink shadow-float open:flex',
        shapes[shape],
      )}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose()
      }}
      onKeyDown={(event) => {
        // Not `cancel`: browsers let a second Escape through.
        if (isSticky && event.key === 'Escape') event.preventDefault()
      }}
      onClick={(event) => {
        if (!isSticky && event.target === ref.current) onClose()
      }}
    >
      {shape === 'palette' ? (
        <h2 id={titleId} className="sr-only">
          {title}
        </h2>
      ) : (
        <header className="flex h-12 shrink-0 items-center justify-between gap-4 border-b border-line pr-2 pl-5">
          <h2 id={titleId} className="truncate font-strong">
            {title}
          </h2>
          {!isSticky && (
            <IconButton label="Close" onClick={onClose}>
              <X className="size-4" />
            </IconButton>
          )}
        </header>
      )}
      {children}
    </dialog>
  )
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 py-4">{children}</div>
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="flex shrink-0 justify-end gap-2 border-t border-line px-5 py-3">{children}</footer>
}
