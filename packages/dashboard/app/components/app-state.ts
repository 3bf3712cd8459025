// The state of an app and the outcome of a deploy as mark and word: the words are those of the API.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import { type Deploy, type Outcome, outcomes } from '@levelrail/contract/schemas/deploys.ts'
import type { Tone } from '../ui/status-mark.tsx'
import { typeWords } from './words.ts'

export interface AppState {
  tone: Tone
  word: string
  message: string
  since: string | null
  /** Something is under way, so it is worth asking again soon. */
  isMoving: boolean
}

const tones: Readonly<Record<string, Tone>> = {
  Serving: 'ok',
  Stopped: 'stopped',
  NeverDeployed: 'stopped',
  Deploying: 'working',
  NotReady: 'working',
  Removing: 'working',
}

export function appState(app: App): AppState {
  const isDeploying = app.deploy_in_progress_id !== null
  const ready = readyOf(app)
  if (!ready) return { tone: 'unknown', word: 'Unknown', message: 'Not seen yet', since: null, isMoving: true }
  const { reason, message, since } = ready
  if (app.suspended && reason !== 'Stopped') return moving('Stopping', 'The containers are being stopped', null)
  if (!app.suspended && reason === 'Stopped') return moving('Starting', 'The containers are being started', null)
  if (isDeploying && ready.status === 'true') return moving('Deploying', `${message}, and a deploy is under way`, since)
  const tone = conditionTone(ready)
  return { tone, word: typeWords(reason), message, since, isMoving: tone === 'working' || tone === 'bad' }
}

/** A condition of an app that is false is not always a failure: it may be stopped, or on its way. */
export function conditionTone({ reason, status }: Condition): Tone {
  return tones[reason] ?? (status === 'true' ? 'ok' : status === 'unknown' ? 'unknown' : 'bad')
}

/** "2 of 3", as the condition tells it. */
export function readyReplicas(app: App): string | undefined {
  return /^(\d+ of \d+) replicas/.exec(readyOf(app)?.message ?? '')?.[1]
}

export const outcomeTones: Record<Outcome, Tone> = {
  in_progress: 'working',
  healthy: 'ok',
  failed: 'bad',
  canceled: 'stopped',
  superseded: 'stopped',
  blocked: 'held',
}

/** Of the newest deploy as a list of apps tells it. */
export function outcomeOf(text: string): Outcome | undefined {
  return outcomes.find((outcome) => outcome === text)
}

export const sourceWords: Record<Deploy['source'], string> = {
  manual: 'deploy',
  rollback: 'rollback',
  api: 'deploy by token',
  auto_rollback: 'automatic rollback',
  promote: 'promotion',
}

/** "240 ms", "12.4 s", "2 min 05 s", "3 h 05 min", "2 d 3 h": exact enough to watch. */
export function spanWords(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
  const hours = seconds / 3_600
  if (hours < 24) return `${Math.floor(hours)} h ${two((seconds / 60) % 60)} min`
  return `${Math.floor(hours / 24)} d ${Math.floor(hours % 24)} h`
}

function readyOf(app: App): Condition | undefined {
  return app.conditions.find(({ type }) => type === 'Ready')
}

function moving(word: string, message: string, since: string | null): AppState {
  return { tone: 'working', word, message, since, isMoving: true }
}
