// The frame of the pages before sign-in: one narrow column, the mark, and which instance this is.
import type { ReactNode } from 'react'
import { Wordmark } from './mark.tsx'

export function EntryFrame({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-rail">
      <div className="mt-auto border-y border-line">
        <div className="mx-auto flex h-14 w-full max-w-[25rem] items-center px-4">
          <Wordmark />
        </div>
      </div>
      <main className="mx-auto mb-auto grid w-full max-w-[25rem] gap-6 px-4 pt-6 pb-16">
        <div className="grid gap-5 rounded-lg border border-line bg-raised p-6">
          <div className="grid gap-1">
            <h1 className="text-title font-strong tracking-[-0.01em]">{title}</h1>
            {about && <div className="text-muted">{about}</div>}
          </div>
          {children}
        </div>
        <p className="text-center font-mono text-small text-faint">{location.host}</p>
      </main>
    </div>
  )
}
