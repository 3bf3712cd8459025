// The mark: two level rails and the bubble that says they are level.
import clsx from 'clsx'

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('size-6', className)}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path d="M6 11h20M6 21h20" className="stroke-accent-ink" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="16" cy="16" r="2.6" className="fill-accent-ink" />
    </svg>
  )
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5 font-strong text-[15px] tracking-[-0.01em]">
      <Mark />
      Levelrail
    </span>
  )
}
