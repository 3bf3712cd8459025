// The state of an app in one line: mark, word, why, since when. A time in the server's words is told from now.

import { RelativeTime } from '../ui/relative-time.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { AppState } from './app-state.ts'

export function StateMark({ state }: { state: AppState }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <StatusMark tone={state.tone} />
      {state.word}
    </span>
  )
}

export function StateLine({ state }: { state: AppState }) {
  return (
    <p role="status" aria-label="State" className="flex flex-wrap items-center gap-x-2">
      <StatusMark tone={state.tone} />
      <span className="font-strong text-ink">{state.word}</span>
      <span className="first-letter:uppercase">
        <TimedWords text={state.message} />
      </span>
      {state.since && (
        <span className="text-faint">
          since <RelativeTime at={state.since} />
        </span>
      )}
    </p>
  )
}

/** "next try at 2026-01-02T03:04:05.000Z" -> "next try in 12 s" */
export function TimedWords({ text }: { text: string }) {
  const match = /^(.*?) at (\d{4}-\d\d-\d\dT[\d:.]+Z)(.*)$/.exec(text)
  if (!match) return text
  return (
    <>
      {match[1]} <RelativeTime at={match[2] ?? null} />
      {match[3]}
    </>
  )
}
