// Notes with a deploy how one of its hooks went. The outcome of the deploy is not touched by it.
import type { Context } from '../../context.ts'
import type { Trx } from '../../store/store.ts'
import type { StoredHook } from './deploy.ts'
import { logDeploy } from './deploy-log.ts'

export async function noteHook(
  trx: Trx,
  { clock }: Pick<Context, 'clock'>,
  deployId: string,
  hook: StoredHook,
): Promise<void> {
  const row = await trx.selectFrom('deploys').select('hooks').where('id', '=', deployId).executeTakeFirst()
  if (!row) return
  const others: StoredHook[] = JSON.parse(row.hooks ?? '[]')
  await trx
    .updateTable('deploys')
    .set({ hooks: JSON.stringify([...others.filter(({ kind }) => kind !== hook.kind), hook]) })
    .where('id', '=', deployId)
    .execute()
  const name = hook.kind === 'pre_deploy' ? 'pre-deploy hook' : 'post-deploy hook'
  await logDeploy(trx, clock, deployId, `--- ${name}: ${hook.outcome}${hook.reason === '' ? '' : `, ${hook.reason}`}`)
}
