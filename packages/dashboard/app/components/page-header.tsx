// The head of a page: its name, one line on what is so, and the main action.
import type { ReactNode } from 'react'

export function PageHeader({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-6 pt-5 pb-4 max-shell:px-4">
      <div className="grid min-w-0 gap-1">
        <h1 className="text-title font-strong tracking-[-0.01em]">{title}</h1>
        {children && <div className="max-w-prose text-muted">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </header>
  )
}
