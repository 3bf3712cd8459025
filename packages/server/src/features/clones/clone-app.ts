// Records a clone of an app in the transaction of whoever asks, so that it is there whole or not at all. It is not
// deployed. What other features keep of an app is copied here or left behind: see `clone-spec.ts`.
import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { mayTouch, refusal, type SignedIn } from '../../http/actor.ts'
import { failpoint } from '../../lib/failpoint.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredApp } from '../apps/app.ts'
import { copySecrets } from '../apps/copy-secrets.ts'
import { parseDomain, plainDomain } from '../apps/domain.ts'
import { copyDrain } from '../apps/keep-drain.ts'
import { recordApp } from '../apps/record-app.ts'
import { copyRules } from '../rules/copy-rules.ts'
import { copyTasks } from '../tasks/copy-tasks.ts'
import { cloneSpec } from './clone-spec.ts'

export interface CloneWish {
  name: string
  projectId: string
  environmentId: string
  domains: string[]
  isWithSecretValues: boolean
}

type Needs = Pick<Context, 'clock' | 'nodeId' | 'box'>

/** Answers the names of secrets that wait for a value. */
export async function cloneApp(
  trx: Trx,
  ctx: Needs,
  actor: SignedIn,
  source: StoredApp,
  { name, projectId, environmentId, domains, isWithSecretValues }: CloneWish,
): Promise<string[]> {
  const spec = cloneSpec(source.spec, domains, () => randomBytes(3).toString('hex'))
  const logDrainSealed = copyDrain(ctx, source, name)
  const event = { title: `Cloned from ${source.name}`, detail: { cloned_from: source.name } }
  await recordApp(trx, ctx, actor, { name, spec, logDrainSealed, projectId, environmentId }, event)
  const copied = isWithSecretValues ? await copySecrets(trx, ctx, source, name) : []
  await copyTasks(trx, ctx, source.name, name)
  await copyRules(trx, ctx, source.name, name)
  await failpoint('clone.app-recorded')
  return spec.secret_env.map((secret) => secret.name).filter((each) => !copied.includes(each))
}

/** Whoever copies secrets could have them used anywhere. Rulings 12. */
export function refuseSecretCopy(actor: SignedIn, isWanted: boolean | undefined): void {
  const reason = isWanted ? refusal(actor, 'write:sensitive') : undefined
  if (reason) throw forbidden(`copy_secret_values needs write:sensitive: ${reason}`)
}

/** What one makes must be what one may touch afterwards. */
export function refuseOutside(actor: SignedIn, field: string, name: string): void {
  if (!mayTouch(actor, 'app', name))
    throw forbidden(`${field}: your policy leaves out apps named ${JSON.stringify(name)}`)
}

export function checkedDomains(field: string, domains: string[] = []): string[] {
  const plain = domains.map(plainDomain)
  for (const [at, domain] of plain.entries()) {
    const parsed = parseDomain(domain)
    if (!parsed.ok) throw badRequest(`${field}: ${parsed.reason}`)
    if (plain.indexOf(domain) !== at) throw badRequest(`${field}: ${JSON.stringify(domain)} is there twice`)
  }
  return plain
}
