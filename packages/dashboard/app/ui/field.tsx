// A label, a control, and a line of help or error that the control is described by.
import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'

const box =
  'w-full rounded-md border border-edge bg-page px-2.5 text-ink disabled:opacity-60 disabled:cursor-not-allowed aria-invalid:border-bad'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

interface FieldShellProps extends FieldProps {
  id: string
  children: ReactNode
}

function FieldShell({ id, label, hint, error, className, children }: FieldShellProps) {
  return (
    <div className={clsx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      {children}
      <Note id={id} hint={hint} error={error} />
    </div>
  )
}

function Note({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (!error && !hint) return null
  return (
    <p id={`${id}-note`} className={clsx('text-small wrap-anywhere', error ? 'text-bad' : 'text-muted')}>
      {error || hint}
    </p>
  )
}

/** Under a group of controls that has no field of its own to carry it. */
export function FieldError({ text }: { text: string | undefined }) {
  return text ? <p className="mt-1.5 text-small text-bad wrap-anywhere">{text}</p> : null
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id'> & { mono?: boolean }

export function TextField({ label, hint, error, className, mono, ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} className={className}>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
        className={clsx(box, 'h-8', mono && 'font-mono')}
      />
    </FieldShell>
  )
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id'>

/** Several lines, in mono: what stands here is for machines. */
export function TextAreaField({ label, hint, error, className, ...rest }: TextAreaFieldProps) {
  const id = useId()
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={3}
        spellCheck={false}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
        className={clsx(box, 'min-h-16 py-1.5 font-mono')}
      />
    </FieldShell>
  )
}

/** A password with a way to see what was typed. */
export function PasswordField({ label, hint, error, className, ...rest }: TextFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        <input
          maxLength={200}
          {...rest}
          id={id}
          type={isShown ? 'text' : 'password'}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${id}-note` : undefined}
          className={clsx(box, 'h-8 pr-14')}
        />
        <Button
          look="ghost"
          aria-label={isShown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
          className="absolute top-1 right-1 h-6! px-2! text-small"
        >
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
    </FieldShell>
  )
}

type SelectFieldProps<V extends string> = FieldProps & {
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  disabled?: boolean
}

export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, hint, error, className, value, options, onChange, disabled } = props
  const id = useId()
  return (
    <FieldShell id={id} label={label} hint={hint} error={error} className={className}>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className={clsx(box, 'h-8 pr-1')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldShell>
  )
}

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'id' | 'children'> {
  type: 'checkbox' | 'radio'
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** One tick box or radio with its explanation beside it; the whole line can be pressed. */
export function Choice({ label, hint, error, className, ...rest }: ChoiceProps) {
  const id = useId()
  return (
    <div className={clsx('flex gap-2.5', rest.disabled && 'opacity-60', className)}>
      <input
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
        className="mt-[3px] size-3.5 shrink-0"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-strong">
          {label}
        </label>
        <Note id={id} hint={hint} error={error} />
      </div>
    </div>
  )
}
