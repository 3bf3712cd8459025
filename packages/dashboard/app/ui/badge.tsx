// A short word in a quiet box: roles, reasons, abilities, states.
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { StatusMark, type Tone } from './status-mark.tsx'

const washes: Record<Tone, string> = {
  ok: 'bg-ok-wash text-ok',
  bad: 'bg-bad-wash text-bad',
  held: 'bg-warn-wash text-warn',
  working: 'bg-work-wash text-work',
  unknown: 'bg-hover text-muted',
  stopped: 'bg-hover text-muted',
}

export function Badge({ tone, mono, children }: { tone?: Tone; mono?: boolean; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded px-1.5 text-small whitespace-nowrap',
        tone ? washes[tone] : 'bg-hover text-muted',
        mono && 'font-mono',
      )}
    >
      {tone && <StatusMark tone={tone} className="size-2.5!" />}
      {children}
    </span>
  )
}
