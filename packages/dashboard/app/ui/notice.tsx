// A boxed sentence that must not be missed: what failed, which, and what to do.
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { StatusMark, type Tone } from './status-mark.tsx'

const frames: Partial<Record<Tone, string>> = {
  bad: 'border-bad/40 bg-bad-wash',
  held: 'border-warn/40 bg-warn-wash',
  ok: 'border-ok/40 bg-ok-wash',
  working: 'border-work/40 bg-work-wash',
}

interface NoticeProps {
  tone: Tone
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={clsx(
        'flex flex-wrap items-start gap-2.5 rounded-md border px-3 py-2.5',
        frames[tone] ?? 'border-line bg-rail',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        <StatusMark tone={tone} className="mt-1" />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-strong">{title}</p>
          {children && <div className="text-muted">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
