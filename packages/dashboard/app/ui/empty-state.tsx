// An empty page explains the thing and offers the first action.
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  body: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, body, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-6 py-16 text-center">
      <span className="grid size-10 place-items-center rounded-lg border border-line text-muted">{icon}</span>
      <div className="grid gap-1 text-balance">
        <p className="font-strong">{title}</p>
        <p className="text-muted">{body}</p>
      </div>
      {action}
    </div>
  )
}
