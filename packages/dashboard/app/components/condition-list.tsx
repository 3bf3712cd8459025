// Conditions in words: what is so, why, and since when. True is a green dot, false a red cross, unknown a dashed ring.
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark, type Tone } from '../ui/status-mark.tsx'
import { TimedWords } from './timed-words.tsx'
import { typeWords } from './words.ts'

export const conditionTones: Record<Condition['status'], Tone> = { true: 'ok', false: 'bad', unknown: 'unknown' }

interface ConditionListProps {
  conditions: readonly Condition[] | undefined
  /** Where false is not always a failure. */
  toneOf?: (condition: Condition) => Tone
}

export function ConditionList({ conditions, toneOf = ({ status }) => conditionTones[status] }: ConditionListProps) {
  if (!conditions) return <ConditionSkeleton />
  return (
    <ul aria-label="Conditions" className="border-t border-line">
      {conditions.map((condition) => (
        <li
          key={condition.type}
          className="grid grid-cols-[12px_minmax(9rem,17rem)_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line px-6 py-2 max-shell:px-4 max-list:grid-cols-[12px_1fr_auto]"
        >
          <StatusMark tone={toneOf(condition)} className="self-center max-list:self-auto" />
          <p className="font-strong">
            {typeWords(condition.type)}
            <span className="font-normal text-muted"> · {condition.status}</span>
          </p>
          <p className="text-muted first-letter:uppercase max-list:col-span-2 max-list:col-start-2 max-list:row-start-2">
            <TimedWords text={condition.message || typeWords(condition.reason)} />
            <code className="ml-2 text-faint">{condition.reason}</code>
          </p>
          <p className="text-small whitespace-nowrap text-faint">
            since <RelativeTime at={condition.since} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function ConditionSkeleton() {
  return (
    <div className="border-t border-line">
      {['a', 'b', 'c'].map((row) => (
        <div key={row} className="flex h-9 items-center gap-3 border-b border-line px-6 max-shell:px-4">
          <Skeleton className="size-3 rounded-full" />
          <Skeleton className="w-32" />
          <Skeleton className="w-64" />
        </div>
      ))}
    </div>
  )
}
