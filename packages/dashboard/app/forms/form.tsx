// The shell that the forms share: Enter submits, the failure stands above the actions, the submit button waits.
import type { ReactNode } from 'react'
import { Failure } from '../components/failure.tsx'
import { Button } from '../ui/button.tsx'
import { DialogActions, DialogBody } from '../ui/dialog.tsx'

interface FormProps {
  /** Completes "Could not ...". */
  act: string
  submit: string
  error: unknown
  pending: boolean
  onSubmit: () => void
  children: ReactNode
  onCancel?: () => void
  isDangerous?: boolean
  disabled?: boolean
}

/** A form that fills a dialog or drawer. */
export function DialogForm(props: FormProps) {
  return (
    <form onSubmit={submitter(props)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        {props.children}
        {props.error ? <Failure error={props.error} act={props.act} /> : null}
      </DialogBody>
      <DialogActions>
        {props.onCancel && <Button onClick={props.onCancel}>Cancel</Button>}
        <SubmitButton {...props} />
      </DialogActions>
    </form>
  )
}

/** A form in the flow of a page; one that is the page has sections, which bring their own margins. */
export function InlineForm({ isPage = false, ...props }: FormProps & { isPage?: boolean }) {
  return (
    <form onSubmit={submitter(props)} className={isPage ? '' : 'grid gap-4'}>
      {props.children}
      <div className={isPage ? 'grid max-w-3xl gap-4 px-6 py-5 max-shell:px-4' : 'contents'}>
        {props.error ? <Failure error={props.error} act={props.act} /> : null}
        <div className="flex gap-2">
          <SubmitButton {...props} />
          {props.onCancel && <Button onClick={props.onCancel}>Cancel</Button>}
        </div>
      </div>
    </form>
  )
}

function SubmitButton({ submit, pending, isDangerous = false, disabled = false }: FormProps) {
  return (
    <Button type="submit" look={isDangerous ? 'destroy' : 'primary'} pending={pending} disabled={disabled}>
      {submit}
    </Button>
  )
}

function submitter({ onSubmit, pending, disabled }: FormProps) {
  return (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!pending && !disabled) onSubmit()
  }
}
