// Rendered while something is not saved: asks before a person leaves the page and loses it.
import { useBlocker } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'

export function UnsavedGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" onClose={reset}>
      <DialogBody>
        <p>What you changed here is not saved and would be lost.</p>
      </DialogBody>
      <DialogActions>
        <Button onClick={reset}>Stay</Button>
        <Button look="danger" onClick={proceed}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  )
}
