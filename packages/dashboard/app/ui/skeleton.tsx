// Grey bars in the shape of what is coming; they show only when the wait is long enough to notice.
import clsx from 'clsx'

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'block h-3 rounded bg-press animate-[breathe_1.6s_ease-in-out_infinite,appear_150ms_150ms_backwards]',
        className,
      )}
    />
  )
}
