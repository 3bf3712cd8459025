// The log of a deploy as it is written: follow, search, download.
import type { DeployLogLine } from '@levelrail/contract/schemas/deploys.ts'
import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowDownToLine, Download } from 'lucide-react'
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { deployLogUrl } from '../api/client.ts'
import { followDeployLog } from '../api/deploy-log.ts'
import { keys } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Marked } from '../ui/marked.tsx'
import { exactUtc } from '../ui/relative-time.tsx'

/** Older lines are in the download. */
const mostShown = 5_000
const stateWords = {
  following: 'Following',
  ended: 'Complete',
  lost: 'Connection lost, trying again',
  refused: 'The server refused the log; reload the page',
}

export function DeployLogView({ name, deployId }: { name: string; deployId: string }) {
  const queryClient = useQueryClient()
  const [followed] = useState(() =>
    followDeployLog(deployLogUrl(name, deployId), () => void queryClient.invalidateQueries({ queryKey: keys.apps })),
  )
  const log = useSyncExternalStore(followed.subscribe, followed.current)
  const [search, setSearch] = useState('')
  const [isFollowing, setFollowing] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const needle = search.trim().toLowerCase()
  const found = needle ? log.lines.filter(({ text }) => text.toLowerCase().includes(needle)) : log.lines
  const shown = found.slice(-mostShown)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line moves the end
  useLayoutEffect(() => {
    if (isFollowing && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [isFollowing, shown.length])
  return (
    <section aria-label="Log" className="flex min-w-0 flex-col overflow-hidden rounded-md border border-line">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-rail px-3 py-1.5">
        <h2 className="font-strong">Log</h2>
        <span
          role="status"
          className={clsx('text-small', log.state === 'lost' || log.state === 'refused' ? 'text-bad' : 'text-faint')}
        >
          {stateWords[log.state]}
          {needle ? `, ${found.length} of ${log.lines.length} lines` : `, ${log.lines.length} lines`}
        </span>
        <div className="ml-auto flex gap-2 max-list:w-full">
          <input
            type="search"
            aria-label="Search the log"
            placeholder="Search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="h-7 w-40 rounded-md border border-edge bg-page px-2 max-list:flex-1"
          />
          <Button
            className="h-7! px-2!"
            aria-pressed={isFollowing}
            title="Stay at the newest line"
            onClick={() => setFollowing(!isFollowing)}
          >
            <ArrowDownToLine className={clsx('size-3.5', isFollowing && 'text-accent-text')} aria-hidden="true" />
            Follow
          </Button>
          <Button className="h-7! px-2!" onClick={() => download(`${name}-${deployId}.log`, log.lines)}>
            <Download className="size-3.5" aria-hidden="true" />
            <span className="max-list:sr-only">Download</span>
          </Button>
        </div>
      </header>
      <div
        ref={box}
        role="log"
        aria-label="Lines"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setFollowing(scrollHeight - scrollTop - clientHeight < 24)
        }
        className="max-h-[min(36rem,60vh)] min-h-48 overflow-auto bg-page px-3 py-2 font-mono text-small -outline-offset-2"
      >
        {shown.length < found.length && <p className="text-faint">The newest {mostShown} lines; download for all.</p>}
        {shown.map((line) => (
          <p key={line.seq} className="flex gap-3">
            <time dateTime={line.at} title={exactUtc(line.at)} className="shrink-0 text-faint tabular-nums">
              {new Date(line.at).toLocaleTimeString(undefined, { hour12: false })}
            </time>
            <span
              className={clsx(
                'min-w-0 whitespace-pre-wrap wrap-anywhere',
                line.text.startsWith('--- failed') ? 'text-bad' : line.text.startsWith('--- ') && 'font-strong',
              )}
            >
              <Marked text={line.text} needle={needle} />
            </span>
          </p>
        ))}
        {log.lines.length === 0 && <p className="text-faint">No lines yet.</p>}
        {needle && found.length === 0 && log.lines.length > 0 && <p className="text-faint">No line has “{search}”.</p>}
      </div>
    </section>
  )
}

function download(fileName: string, lines: readonly DeployLogLine[]): void {
  const text = lines.map(({ at, text: words }) => `${at} ${words}\n`).join('')
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
