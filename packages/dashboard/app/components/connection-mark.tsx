// The live mark: whether the page follows what happens, only asks now and then, or gets no answer, and since when.
import clsx from 'clsx'
import { useConnection } from '../api/connection.ts'
import { useIsLive } from '../api/live.ts'
import { exactUtc } from '../ui/relative-time.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

export function ConnectionMark() {
  const connection = useConnection()
  const isLive = useIsLive()
  if (connection.state === 'connected') {
    return (
      <p
        role="status"
        aria-label="Connection"
        title={
          isLive
            ? 'Changes are shown as they happen'
            : 'The control plane answers, but its stream of changes is cut. The page asks every 15 s instead.'
        }
        className={clsx('flex items-center gap-1.5 px-1 whitespace-nowrap', isLive ? 'text-muted' : 'text-warn')}
      >
        <StatusMark tone={isLive ? 'ok' : 'held'} className="size-2.5!" />
        <span className={isLive ? 'max-list:sr-only' : ''}>{isLive ? 'Live' : 'Not live'}</span>
      </p>
    )
  }
  return (
    <p
      role="status"
      aria-label="Connection"
      title="The control plane does not answer. What you see may be old; the page tries again every 2 s."
      className="flex h-7 items-center gap-1.5 rounded-md bg-bad-wash px-2 whitespace-nowrap text-bad"
    >
      <StatusMark tone="bad" className="size-2.5!" />
      <span>
        Unreachable
        <span className="max-list:sr-only">
          {' since '}
          <time dateTime={connection.since} title={exactUtc(connection.since)}>
            {new Date(connection.since).toLocaleTimeString()}
          </time>
        </span>
      </span>
    </p>
  )
}
