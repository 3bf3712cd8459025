// The state of an app in one line: mark, word, why, since when.

import { RelativeTime } from '../ui/relative-time.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import type { AppState } from './app-state.ts'
import { TimedWords } from './timed-words.tsx'

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
