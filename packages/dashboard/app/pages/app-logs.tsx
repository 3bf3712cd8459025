// What the replicas write: live, searched, by replica; downloaded as a file.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import clsx from 'clsx'
import { ArrowDownToLine, Download, WrapText } from 'lucide-react'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { followAppLog, type NumberedEntry } from '../api/app-log.ts'
import { appLogUrl } from '../api/client.ts'
import { replicasQuery } from '../api/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Marked } from '../ui/marked.tsx'
import { exactUtc } from '../ui/relative-time.tsx'

const route = getRouteApi('/shell/apps/$name')
/** More in the page at once would make it slow; what is older is a download away. */
const mostShown = 2000
const searchPauseMs = 300
const stateWords = {
  connecting: 'Connecting',
  following: 'Live',
  ended: 'Over',
  lost: 'Connection lost, trying again',
  refused: 'The server refused the log; reload the page',
}

export function AppLogs() {
  const { name } = route.useParams()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [replica, setReplica] = useState('')
  const [isWrapped, setWrapped] = useState(true)
  const { data: replicas = [] } = useQuery(replicasQuery(name))
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), searchPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const filter = { ...(search && { q: search }), ...(replica && { replica }) }
  const numbers = [...new Set(replicas.map(({ number }) => String(number)))].sort((a, b) => Number(a) - Number(b))
  return (
    <section aria-label="Logs" className="grid min-w-0 gap-3 px-6 py-4 max-shell:px-4">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Search the log"
          placeholder="Search"
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="h-8 w-64 rounded-md border border-edge bg-page px-2.5 max-list:w-full"
        />
        <select
          aria-label="Replica"
          value={replica}
          onChange={(event) => setReplica(event.target.value)}
          className="h-8 rounded-md border border-edge bg-page px-2"
        >
          <option value="">All replicas</option>
          {[...new Set([...numbers, ...(replica ? [replica] : [])])].map((number) => (
            <option key={number} value={number}>
              Replica {number}
            </option>
          ))}
        </select>
        <div className="ml-auto flex gap-2">
          <Button aria-pressed={isWrapped} title="Break long lines" onClick={() => setWrapped(!isWrapped)}>
            <WrapText className={clsx('size-3.5', isWrapped && 'text-accent-text')} aria-hidden="true" />
            Wrap
          </Button>
          <a href={appLogUrl('appLogDownload', name, filter)} download className={buttonClass('secondary')}>
            <Download className="size-3.5" aria-hidden="true" />
            Download
          </a>
        </div>
      </div>
      <LiveLog
        key={JSON.stringify(filter)}
        url={appLogUrl('appLogStream', name, search ? { ...filter, tail: '1000' } : filter)}
        search={search}
        isWrapped={isWrapped}
      />
    </section>
  )
}

function LiveLog({ url, search, isWrapped }: { url: string; search: string; isWrapped: boolean }) {
  const followed = useMemo(() => followAppLog(url), [url])
  const log = useSyncExternalStore(followed.subscribe, followed.current)
  const entries = useDeferredValue(log.entries)
  const [pausedAt, setPausedAt] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const isFollowing = pausedAt === undefined
  // Paused, the lines stand still while further ones come.
  const shown = (isFollowing ? entries : entries.filter(({ number }) => number <= pausedAt)).slice(-mostShown)
  const waiting = isFollowing ? 0 : entries.filter(({ number }) => number > pausedAt).length
  const newest = shown.at(-1)?.number
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line moves the end
  useLayoutEffect(() => {
    if (isFollowing && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [isFollowing, newest, isWrapped])
  const isBad = log.state === 'lost' || log.state === 'refused'
  return (
    <div className="flex min-w-0 flex-col overflow-hidden rounded-md border border-line">
      <header className="flex h-9 items-center gap-3 border-b border-line bg-rail px-3">
        <span role="status" className={clsx('text-small', isBad ? 'text-bad' : 'text-faint')}>
          {stateWords[log.state]}, {entries.length} {search ? 'matches' : 'lines'}
          {log.state === 'following' && `, ${replicaWords(log.replicas.length)}`}
        </span>
        {!isFollowing && (
          <Button className="ml-auto h-6! px-2! text-small" onClick={() => setPausedAt(undefined)}>
            <ArrowDownToLine className="size-3" aria-hidden="true" />
            {waiting > 0 ? `${waiting} new, go on` : 'Paused, go on'}
          </Button>
        )}
      </header>
      <div
        ref={box}
        role="log"
        aria-label="Lines"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          const isAtEnd = scrollHeight - scrollTop - clientHeight < 24
          if (isAtEnd && waiting === 0) setPausedAt(undefined)
          else if (!isAtEnd && isFollowing) setPausedAt(newest)
        }}
        className="h-[min(44rem,62vh)] min-h-64 overflow-auto bg-page py-2 font-mono text-small -outline-offset-2"
      >
        {shown.length < entries.length && isFollowing && (
          <p className="px-3 text-faint">The newest {mostShown} lines are shown; download for more.</p>
        )}
        {shown.map((entry) => (
          <Line key={entry.number} entry={entry} needle={search.toLowerCase()} isWrapped={isWrapped} />
        ))}
        {entries.length === 0 && log.state === 'following' && (
          <p className="px-3 text-faint">{emptyWords(log.replicas.length, search)}</p>
        )}
      </div>
    </div>
  )
}

function Line({ entry, needle, isWrapped }: { entry: NumberedEntry; needle: string; isWrapped: boolean }) {
  const isBad = entry.level === 'error' || entry.level === 'fatal'
  return (
    <p className="flex gap-3 px-3 [content-visibility:auto] [contain-intrinsic-size:auto_16px] hover:bg-hover">
      <time dateTime={entry.timestamp} title={exactUtc(entry.timestamp)} className="shrink-0 text-faint tabular-nums">
        {new Date(entry.timestamp).toLocaleTimeString(undefined, { hour12: false })}
      </time>
      <span title={`${entry.container}, ${entry.stream}`} className="w-4 shrink-0 text-right text-faint tabular-nums">
        {entry.replica}
      </span>
      <span
        className={clsx(
          'min-w-0',
          isWrapped ? 'whitespace-pre-wrap wrap-anywhere' : 'whitespace-pre',
          isBad ? 'text-bad' : entry.level === 'warn' && 'text-warn',
        )}
      >
        <Marked text={plain(entry.message)} needle={needle} />
      </span>
    </p>
  )
}

/** Without the codes that colour a terminal. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those codes begin with one
  return text.replace(/\x1b\[[0-9;?]*[A-Za-z]/g, '')
}

function replicaWords(count: number): string {
  return count === 1 ? '1 container' : `${count} containers`
}

function emptyWords(replicas: number, search: string): string {
  if (replicas === 0) return 'No container of this app is there, so nothing writes. It appears here when one starts.'
  return search ? `No line of the last 7 days has “${search}”.` : 'Nothing was written in the last 7 days.'
}
