// What holds a deploy, and until when, in one line.
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import { exactUtc, RelativeTime } from '../ui/relative-time.tsx'
import { momentWords } from './freeze-words.ts'

export function HoldWords({ hold }: { hold: Hold }) {
  if (hold.code === 'freeze_window_hold')
    return (
      <>
        Held by freeze <strong className="font-strong">{hold.window}</strong>
        {hold.until && (
          <>
            {' '}
            until <Moment at={hold.until} />
          </>
        )}
      </>
    )
  return (
    <>
      Waits for an approval
      {hold.expires_at && (
        <>
          , expires <Moment at={hold.expires_at} />
        </>
      )}
    </>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <>
      <time dateTime={at} title={exactUtc(at)} className="tabular-nums">
        {momentWords(at)}
      </time>
      , <RelativeTime at={at} />
    </>
  )
}
