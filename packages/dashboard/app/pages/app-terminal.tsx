// A shell in a replica. The terminal itself is fetched with this page, not before.
import '@xterm/xterm/css/xterm.css'
import { terminalCloses } from '@levelrail/contract/schemas/exec.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import { SquareTerminal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { terminalUrl } from '../api/client.ts'
import { appQuery, replicasQuery } from '../api/queries.ts'
import { documentForTerminal } from '../components/terminal-styles.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SelectField } from '../ui/field.tsx'

const route = getRouteApi('/shell/apps/$name')

export function AppTerminal() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  const { data: replicas = [] } = useQuery(replicasQuery(name))
  const [replica, setReplica] = useState('')
  const [opened, setOpened] = useState(0)
  if (!app) return null
  if (!app.exec_enabled) {
    return (
      <EmptyState
        icon={<SquareTerminal className="size-4" aria-hidden="true" />}
        title="Terminals are off for this app"
        body="Whoever opens one can read its secrets and change its data. Turn on “Commands and terminals” in the settings of the app, or set exec_enabled over the API."
      />
    )
  }
  const running = replicas.filter(({ state }) => state === 'running')
  const numbers = [...new Set(running.map(({ number }) => String(number)))].sort((a, b) => Number(a) - Number(b))
  return (
    <section aria-label="Terminal" className="grid gap-3 px-6 py-4 max-shell:px-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Replica"
          value={replica}
          options={[{ value: '', label: 'Any' }, ...numbers.map((value) => ({ value, label: value }))]}
          onChange={setReplica}
          disabled={opened > 0}
        />
        {opened === 0 && (
          <Button look="primary" onClick={() => setOpened(1)}>
            Open a terminal
          </Button>
        )}
        <p className="pb-1.5 text-muted">
          What is started here ends with the terminal. Its opening is in the audit log.
        </p>
      </div>
      {opened > 0 && (
        <Shell
          key={opened}
          name={name}
          replica={replica}
          onAgain={() => setOpened(opened + 1)}
          onClose={() => setOpened(0)}
        />
      )}
    </section>
  )
}

interface ShellProps {
  name: string
  replica: string
  onAgain: () => void
  onClose: () => void
}

function Shell({ name, replica, onAgain, onClose }: ShellProps) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState('Connecting')
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!place.current) return
    return openShell(place.current, { name, replica }, (words, over) => {
      setState(words)
      setOver(over)
    })
  }, [name, replica])
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <header className="flex h-9 items-center gap-2 border-b border-line bg-rail px-3">
        <span role="status" className="text-small text-muted">
          {state}
        </span>
        <div className="ml-auto flex gap-2">
          {isOver && (
            <Button className="h-6! px-2! text-small" onClick={onAgain}>
              Open again
            </Button>
          )}
          <Button className="h-6! px-2! text-small" onClick={onClose}>
            Close
          </Button>
        </div>
      </header>
      <div ref={place} className="h-[min(44rem,60vh)] min-h-64 bg-[#101114] p-2" />
    </div>
  )
}

/** Returns how to end it. */
function openShell(
  place: HTMLElement,
  which: { name: string; replica: string },
  tell: (words: string, isOver: boolean) => void,
): () => void {
  const styles = documentForTerminal()
  const terminal = new Terminal({
    cursorBlink: true,
    fontFamily: '"JetBrains Mono Variable", ui-monospace, monospace',
    fontSize: 13,
    scrollback: 5000,
    theme: { background: '#101114' },
    documentOverride: styles.document,
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  styles.open(() => terminal.open(place))
  fit.fit()
  terminal.focus()
  const { cols, rows } = terminal
  const socket = new WebSocket(
    terminalUrl(which.name, { columns: cols, rows, ...(which.replica && { replica: which.replica }) }),
  )
  socket.binaryType = 'arraybuffer'
  const send = (data: string | Uint8Array<ArrayBuffer>) => socket.readyState === WebSocket.OPEN && socket.send(data)
  const encoder = new TextEncoder()
  let code: number | undefined
  socket.addEventListener('open', () => tell('Connected', false))
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') return terminal.write(new Uint8Array(data))
    code = JSON.parse(data).code
  })
  socket.addEventListener('close', (event) => tell(endWords(event, code), true))
  terminal.onData((text) => send(encoder.encode(text)))
  terminal.onBinary((text) => send(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
  terminal.onResize(({ cols: columns, rows }) => send(JSON.stringify({ type: 'resize', columns, rows })))
  const watch = new ResizeObserver(() => fit.fit())
  watch.observe(place)
  return () => {
    watch.disconnect()
    socket.close()
    terminal.dispose()
    styles.remove()
  }
}

function endWords({ code, reason }: CloseEvent, exitCode: number | undefined): string {
  if (exitCode !== undefined) return `The shell ended with ${exitCode}`
  if (code === terminalCloses.idle) return 'Closed: nothing was typed for a long time'
  if (reason) return `Closed: ${reason}`
  return 'The connection was refused or lost. A replica must be running, and you must still be signed in.'
}
