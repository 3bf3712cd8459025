// Where a domain leads to now, and the very records to make at the DNS provider.
import type { DnsCheck, DnsRecord } from '@levelrail/contract/schemas/dns-check.ts'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Tone } from '../ui/status-mark.tsx'
import { Failure } from './failure.tsx'

const states: Record<DnsCheck['status'], { tone: Tone; title: string }> = {
  connected: { tone: 'ok', title: 'It leads here' },
  not_resolving: { tone: 'held', title: 'There is no record yet' },
  resolves_elsewhere: { tone: 'bad', title: 'It leads elsewhere' },
  unconfigured: { tone: 'unknown', title: 'Cannot tell' },
}

/** Asks while it is shown. */
export function DnsCheckView<Key extends readonly unknown[]>({
  query,
}: {
  query: UseQueryOptions<DnsCheck, Error, DnsCheck, Key>
}) {
  const { data: check, error, refetch, isFetching } = useQuery(query)
  if (error) return <Failure error={error} act="look the domain up" onRetry={() => void refetch()} />
  if (!check) return <Skeleton className="my-2 w-56" />
  const { tone, title } = states[check.status]
  return (
    <section aria-label="DNS" className="grid gap-3">
      {check.records.length > 0 && check.status !== 'connected' && <Records records={check.records} />}
      <div aria-live="polite">
        <Notice
          tone={tone}
          title={title}
          action={
            <Button pending={isFetching} onClick={() => void refetch()}>
              Check again
            </Button>
          }
        >
          <p>{check.message}.</p>
          <p className="text-small text-faint">
            Looked up <RelativeTime at={check.checked_at} />
          </p>
        </Notice>
      </div>
    </section>
  )
}

function Records({ records }: { records: readonly DnsRecord[] }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-strong">
        {records.length === 1 ? 'Record to make at your DNS provider' : 'Records to make at your DNS provider'}
      </p>
      <ul aria-label="Records" className="grid gap-2">
        {records.map(({ type, name, value, ttl }) => (
          <li key={`${type} ${value}`} className="grid gap-1 rounded-md border border-line bg-rail py-1.5 pr-1.5 pl-3">
            <p className="text-small text-faint">
              <code>{type}</code> record, TTL {ttl} s
            </p>
            <RecordPart label="Name" text={name} />
            <RecordPart label="Value" text={value} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function RecordPart({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-center gap-3">
      <span className="w-10 shrink-0 text-faint">{label}</span>
      <code className="min-w-0 flex-1 break-all select-all">{text}</code>
      <CopyButton text={text} label={`Copy the ${label.toLowerCase()} ${text}`} />
    </div>
  )
}
