// The phases of a deploy from top to bottom, with how long each took; the one that runs ticks.
import { type Deploy, type Phase, phaseNames } from '@levelrail/contract/schemas/deploys.ts'
import clsx from 'clsx'
import { isInProgress } from '../api/queries.ts'
import { useTick } from '../hooks/use-tick.ts'
import { exactUtc } from '../ui/relative-time.tsx'
import { StatusMark, type Tone } from '../ui/status-mark.tsx'
import { outcomeTones, spanWords } from './app-state.ts'
import { typeWords } from './words.ts'

const about: Record<Phase['name'], string> = {
  held: 'Waits for a freeze window or an approval',
  queued: 'Waits for its turn',
  pulling: 'Gets the image',
  starting: 'Starts the containers',
  probing: 'Waits until they answer',
  canary: 'Gets a share of the requests',
  switching: 'Hands over to them',
  pre_deploy: 'Runs the pre-deploy hook',
  draining: 'Lets the old ones finish',
  done: 'Nothing is left to do',
}

export function DeployTimeline({ deploy }: { deploy: Deploy }) {
  const now = useTick(
    deploy.phases.some((phase) => phase.finished_at === null),
    deploy.outcome === 'blocked' ? 1_000 : 200,
  )
  const reached = deploy.phases.map(({ name }) => name)
  const ahead = isInProgress(deploy) ? phaseNames.slice(phaseNames.indexOf(reached.at(-1) ?? 'queued') + 1) : []
  // Whether there is a hook to run or anything to drain is known only when it comes.
  const shown = ahead.filter(
    (name) => name !== 'draining' && name !== 'pre_deploy' && (name !== 'canary' || deploy.canary_weight !== undefined),
  )
  return (
    <ol aria-label="Phases" className="grid content-start">
      {deploy.phases.map((phase, index) => (
        <Step
          key={phase.name}
          name={phase.name}
          tone={toneOf(deploy, phase, index)}
          isLast={index === deploy.phases.length - 1 && shown.length === 0}
          took={
            phase.name === 'done'
              ? ''
              : spanWords((phase.finished_at ? Date.parse(phase.finished_at) : now) - Date.parse(phase.started_at))
          }
          title={exactUtc(phase.started_at)}
        />
      ))}
      {shown.map((name, index) => (
        <Step key={name} name={name} tone="stopped" isLast={index === shown.length - 1} isAhead took="" />
      ))}
    </ol>
  )
}

interface StepProps {
  name: Phase['name']
  tone: Tone
  took: string
  isLast: boolean
  isAhead?: boolean
  title?: string
}

function Step({ name, tone, took, isLast, isAhead = false, title }: StepProps) {
  return (
    <li className={clsx('grid grid-cols-[12px_1fr_auto] gap-x-3', isAhead && 'text-faint')}>
      <span className="flex flex-col items-center">
        <StatusMark tone={tone} className="mt-1" />
        {!isLast && <span aria-hidden="true" className="my-1 w-px flex-1 bg-line" />}
      </span>
      <div className="pb-3" title={title}>
        <p className={isAhead ? '' : 'font-strong'}>{typeWords(name)}</p>
        <p className="text-small text-faint">{about[name]}</p>
      </div>
      <code className="text-muted tabular-nums">{took}</code>
    </li>
  )
}

/** What a deploy that did not get through was doing last bears its outcome. */
function toneOf(deploy: Deploy, phase: Phase, index: number): Tone {
  if (phase.finished_at === null) return phase.name === 'held' ? 'held' : 'working'
  const isLast = index === deploy.phases.length - 1
  return isLast && deploy.outcome !== 'healthy' ? outcomeTones[deploy.outcome] : 'ok'
}
