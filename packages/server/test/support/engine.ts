// Gives tests a real container engine: the one that runs, or one installed and started on this machine.
import { join } from 'node:path'
import { setUpEngine } from '../../src/host/engine-setup.ts'
import { createSteps } from '../../src/host/steps.ts'

const root = join(import.meta.dirname, '../../../..')

/** The engine's address; throws with the commands to run when there can be none. */
export async function ensureEngine(): Promise<string> {
  const steps = createSteps({ isTerminal: false, write: (text) => void process.stderr.write(text) })
  const signal = AbortSignal.timeout(300_000)
  const engine = await setUpEngine({ env: process.env, runDir: join(root, '.run'), steps, signal })
  if (engine.kind === 'missing') throw new Error([engine.what, ...engine.how].join('\n  '))
  return engine.host
}
