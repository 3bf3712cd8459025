// The picture of a project, to be moved and zoomed; an app leads to its page.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { TopologyNode } from '@levelrail/contract/schemas/projects.ts'
import { Link } from '@tanstack/react-router'
import { Database, Globe, HardDrive, type LucideIcon, Maximize, Minus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useCanvas, zoomStep } from '../hooks/use-canvas.ts'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/button.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { appState } from './app-state.ts'
import type { Picture, PlacedFrame, PlacedNode } from './topology-layout.ts'

interface TopologyCanvasProps {
  label: string
  picture: Picture
  apps: readonly App[]
}

export function TopologyCanvas({ label, picture, apps }: TopologyCanvasProps) {
  const ref = useRef<SVGSVGElement>(null)
  const { view, zoom, fit, reveal, handlers } = useCanvas(ref, picture)
  return (
    <div className="relative border-b border-line bg-rail">
      <svg
        ref={ref}
        role="application"
        aria-label={`${label}. Arrow keys move it, plus and minus zoom, 0 fits it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move and zoom it need the focus on it
        tabIndex={0}
        data-scale={view.scale.toFixed(3)}
        className="block h-[calc(100dvh-13.5rem)] min-h-80 w-full cursor-grab touch-none outline-offset-[-2px] select-none active:cursor-grabbing"
        {...handlers}
      >
        <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
          {picture.frames.map((frame) => (
            <Frame key={frame.id} frame={frame} />
          ))}
          {picture.edges.map(({ id, kind, line }) => (
            <path
              key={id}
              d={line}
              fill="none"
              strokeWidth="1.25"
              strokeDasharray={kind === 'routes_to' ? undefined : '4 3'}
              className="stroke-edge"
            />
          ))}
          {picture.nodes.map((placed) =>
            placed.node.kind === 'app' ? (
              <AppNode
                key={placed.node.id}
                placed={placed}
                app={apps.find(({ name }) => name === placed.node.name)}
                onFocus={() => reveal(placed)}
              />
            ) : (
              <PartNode key={placed.node.id} placed={placed} />
            ),
          )}
        </g>
      </svg>
      <div className="absolute right-4 bottom-4 flex rounded-md border border-line bg-raised">
        <IconButton label="Zoom out" onClick={() => zoom(1 / zoomStep)}>
          <Minus className="size-4" aria-hidden="true" />
        </IconButton>
        <output aria-label="Zoom" className="grid w-12 place-items-center text-small tabular-nums text-muted">
          {Math.round(view.scale * 100)} %
        </output>
        <IconButton label="Zoom in" onClick={() => zoom(zoomStep)}>
          <Plus className="size-4" aria-hidden="true" />
        </IconButton>
        <IconButton label="Fit" onClick={fit}>
          <Maximize className="size-4" aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  )
}

function Frame({ frame: { x, y, width, height, title, isProtected } }: { frame: PlacedFrame }) {
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx="10" className="fill-page stroke-line" />
      <text x={x + 16} y={y + 25} className="fill-muted text-small font-strong">
        {short(title, width - 32, 6.6)}
        {isProtected && <tspan className="fill-warn font-normal"> · protected</tspan>}
      </text>
    </g>
  )
}

interface AppNodeProps {
  placed: PlacedNode
  app: App | undefined
  onFocus: () => void
}

function AppNode({ placed: { node, x, y, width, height }, app, onFocus }: AppNodeProps) {
  const state = app && appState(app)
  return (
    <Link
      to={paths.app}
      params={{ name: node.name }}
      aria-label={`${node.name}: ${state?.word ?? 'unknown'}`}
      onFocus={onFocus}
      className="group outline-none"
    >
      <g transform={`translate(${x} ${y})`}>
        <title>{`${node.name}: ${node.detail || 'no image yet'}`}</title>
        <rect
          width={width}
          height={height}
          rx="6"
          className="fill-raised stroke-edge group-hover:stroke-accent-text group-focus-visible:stroke-accent-text group-focus-visible:[stroke-width:2.5]"
        />
        <svg x="12" y="12" width="12" height="12" aria-hidden="true">
          <StatusMark tone={state?.tone ?? 'unknown'} />
        </svg>
        <text x="32" y="22" className="fill-ink text-body font-strong">
          {short(node.name, width - 44, 7.4)}
        </text>
        <text x="32" y="40" className="fill-muted text-small">
          {short(`${state?.word ?? ''}${node.detail ? ` · ${node.detail}` : ''}`, width - 40, 5.7)}
        </text>
      </g>
    </Link>
  )
}

const icons: Record<Exclude<TopologyNode['kind'], 'app'>, LucideIcon> = {
  domain: Globe,
  volume: HardDrive,
  database: Database,
}

function PartNode({ placed: { node, x, y, width, height } }: { placed: PlacedNode }) {
  const Icon = node.kind === 'app' ? Globe : icons[node.kind]
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{`${node.kind} ${node.name}${node.detail ? ` at ${node.detail}` : ''}`}</title>
      <rect width={width} height={height} rx="6" className="fill-rail stroke-line" />
      <Icon x="10" y={height / 2 - 7} width="14" height="14" className="text-muted" aria-hidden="true" />
      <text x="32" y={height / 2 + 4} className="fill-muted font-mono text-small">
        {short(node.detail ? `${node.name} ${node.detail}` : node.name, width - 40, 7.1)}
      </text>
    </g>
  )
}

/** What fits; the whole of it is in the title. */
function short(text: string, width: number, perLetter: number): string {
  const most = Math.floor(width / perLetter)
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
