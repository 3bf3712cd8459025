// A part of a settings page: what it is on the left, the controls on the right.
import type { ReactNode } from 'react'

export function Section({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid grid-cols-[minmax(12rem,18rem)_minmax(0,32rem)] gap-x-12 gap-y-4 border-b border-line px-6 py-6 max-shell:px-4 max-list:grid-cols-1"
    >
      <div className="grid content-start gap-1">
        <h2 className="font-strong">{title}</h2>
        <div className="text-muted">{about}</div>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
