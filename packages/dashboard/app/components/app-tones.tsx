// How many of some apps are in which state: "2 serving · 1 failing".
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { StatusMark, type Tone } from '../ui/status-mark.tsx'
import { appState } from './app-state.ts'

const words: Record<Tone, string> = {
  bad: 'failing',
  unknown: 'unknown',
  held: 'held',
  working: 'working',
  ok: 'serving',
  stopped: 'not running',
}

export function AppTones({ apps }: { apps: readonly App[] }) {
  const tones = apps.map((app) => appState(app).tone)
  if (tones.length === 0) return <span className="text-faint">no apps</span>
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {(Object.keys(words) as Tone[]).map((tone) => {
        const count = tones.filter((other) => other === tone).length
        return (
          count > 0 && (
            <span key={tone} className="inline-flex items-center gap-1.5 whitespace-nowrap">
              <StatusMark tone={tone} />
              {count} {words[tone]}
            </span>
          )
        )
      })}
    </span>
  )
}
