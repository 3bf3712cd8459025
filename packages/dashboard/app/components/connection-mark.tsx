// The live mark: whether the control plane answers this page, and since when it does not.
import { useConnection } from '../api/connection.ts'
import { exactUtc } from '../ui/relative-time.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

export function ConnectionMark() {
  const connection = useConnection()
  if (connection.state === 'connected') {
    return (
      <p
        role="status"
        aria-label="Connection"
        title="The control plane answers"
        className="flex items-center gap-1.5 px-1 text-muted"
      >
        <StatusMark tone="ok" className="size-2.5!" />
        <span className="max-list:sr-only">Connected</span>
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
