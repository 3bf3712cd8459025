// Buttons. `pending` keeps the width and says so to assistive technology; the mark shows after 150 ms.
import clsx from 'clsx'
import type { ComponentProps } from 'react'

type Look = 'primary' | 'secondary' | 'ghost' | 'danger' | 'destroy'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-accent-ink border-transparent not-disabled:hover:bg-accent-hover',
  secondary: 'bg-raised text-ink border-line not-disabled:hover:bg-hover not-disabled:hover:border-edge',
  ghost: 'text-muted border-transparent not-disabled:hover:bg-hover not-disabled:hover:text-ink',
  danger: 'bg-raised text-bad border-line not-disabled:hover:bg-bad-wash not-disabled:hover:border-bad',
  destroy: 'bg-bad-fill text-accent-ink border-transparent not-disabled:hover:bg-bad-fill-hover',
}

/** For links that look like buttons. */
export function buttonClass(look: Look, extra?: string): string {
  return clsx(
    'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md border px-3 font-strong whitespace-nowrap',
    'transition-colors disabled:opacity-55 disabled:cursor-not-allowed',
    looks[look],
    extra,
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  pending?: boolean
}

export function Button({ look = 'secondary', pending = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look, className)}
      disabled={disabled || pending}
      aria-busy={pending}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}

/** A small one in a row of a table; its label says of which row. */
export function RowButton({ label, className, ...rest }: ButtonProps & { label: string }) {
  return <Button look="ghost" {...rest} aria-label={label} className={clsx('h-6! px-2!', className)} />
}

/** A square button with an icon; the label is for those who do not see the icon. */
export function IconButton({ label, className, children, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={clsx(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  )
}

function Spinner() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="-ml-0.5 size-3.5 animate-[turn_700ms_linear_infinite,appear_1ms_150ms_both]"
    >
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="26 12" />
    </svg>
  )
}
