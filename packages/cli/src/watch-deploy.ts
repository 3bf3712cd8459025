// Waits for the end of a deploy, telling its phases or its log meanwhile, and says how it ended.
import { setTimeout } from 'node:timers/promises'
import { type ClientOptions, openStream } from '@levelrail/contract/client.ts'
import type { Deploy, DeployLogLine } from '@levelrail/contract/schemas/deploys.ts'
import type { Context } from './command.ts'
import { deployFailure } from './deploy-verdict.ts'
import type { Ending } from './exit-codes.ts'
import type { Options } from './options.ts'
import { excerptLines } from './output/deploy-text.ts'
import { isPassing, type Patience, pollUntil, timeoutWaitOption, withinPatience } from './poll-until.ts'

export const waitOptions = {
  wait: { kind: 'flag', what: 'Wait for the end; ends with 0 when healthy, 7 when not, 6 when it takes too long' },
  ...timeoutWaitOption,
} as const satisfies Options

const mostReopenings = 5
const reopenAfterMs = 1000

interface Which {
  app: string
  id: string
}

/** The deploy once it is over. */
export async function waitForDeploy(
  { client, output }: Pick<Context, 'client' | 'output'>,
  { app, id }: Which,
  patience: Patience,
): Promise<Deploy> {
  let told = ''
  const look = async (signal: AbortSignal) => {
    const deploy = await client.deployView({ params: { name: app, deployId: id }, signal })
    if (deploy.outcome !== 'in_progress') return deploy
    const phase = deploy.phases.at(-1)?.name ?? 'queued'
    // It has its share, and waits for somebody to say more.
    if (phase === 'canary') return deploy
    if (phase !== told) output.note(`${deploy.id}: ${phase}`)
    told = phase
    return undefined
  }
  return pollUntil(look, { patience, late: () => stillGoing({ app, id }, told) })
}

/** Prints the deploy and, unless it is healthy, ends with why it is not. */
export function tellEnd({ settings, output }: Pick<Context, 'settings' | 'output'>, deploy: Deploy, ending?: Ending) {
  if (settings.json) output.json(deploy)
  const failure = deployFailure(deploy, ending)
  if (!failure) return output.note(`deploy ${deploy.id} of ${deploy.app} ${endText(deploy)}`)
  if (!settings.json) for (const line of excerptLines(deploy.failure?.log_excerpt ?? '')) output.note(`  ${line}`)
  throw failure
}

function endText({ app, outcome, canary_weight }: Deploy): string {
  if (canary_weight === undefined || outcome !== 'in_progress') return `is ${outcome}`
  return `gets ${canary_weight} % of the requests; go on with: levelrail deploys canary ${app} --weight 100`
}

/** Log lines go to stderr: stdout belongs to the deploy. */
export async function watchDeploy(
  context: Context,
  deploy: Deploy,
  patience: Patience,
  follow: boolean,
): Promise<void> {
  if (follow) {
    const late = () => stillGoing(deploy, '')
    await withinPatience({ patience, late }, (signal) =>
      followDeployLog(context.connection, deploy, ({ text }) => context.output.note(text), signal),
    )
  }
  tellEnd(context, await waitForDeploy(context, deploy, patience), 'deployFailed')
}

/** Every line once, also when the stream has to be opened again; answers with the outcome. */
export async function followDeployLog(
  connection: ClientOptions,
  { app, id }: Which,
  tell: (line: DeployLogLine) => void,
  signal?: AbortSignal,
): Promise<string> {
  const options = signal ? { signal } : {}
  let seq = 0
  for (let lost = 0; ; ) {
    try {
      const events = openStream(connection, 'deployLogs', { params: { name: app, deployId: id }, ...options })
      for await (const { event, data } of events) {
        lost = 0
        // The server's answers are held against the contract by its own tests.
        if (event === 'end') return (data as { outcome: string }).outcome
        const line = data as DeployLogLine
        if (event !== 'line' || line.seq <= seq) continue
        seq = line.seq
        tell(line)
      }
    } catch (error) {
      if (!isPassing(error) || ++lost > mostReopenings) throw error
    }
    await setTimeout(reopenAfterMs, undefined, options)
  }
}

function stillGoing({ app, id }: Which, phase: string) {
  return {
    error: `deploy ${id} of ${app} is still in progress${phase && ` (${phase})`}`,
    hint: `it goes on; wait again with: levelrail deploys wait ${app} ${id}`,
  }
}
