// `levelrail apps rollback`: back to the image of an earlier deploy, by default the healthy one before the current.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { appArgument, confirmOption, overrideFrom, overrideOption } from '../../app-options.ts'
import { type Context, command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { heldText, previousHealthy } from '../../deploy-verdict.ts'
import { Failure } from '../../exit-codes.ts'
import { deployLine } from '../../output/deploy-text.ts'
import { patienceFrom } from '../../poll-until.ts'
import { waitOptions, watchDeploy } from '../../watch-deploy.ts'

export const appsRollback = command({
  name: 'apps rollback',
  summary: 'Go back to an earlier deploy',
  details: 'The image comes back exactly as it was; variables and secrets are those of now unless --restore-env.',
  arguments: {
    name: appArgument,
    deploy_id: { what: 'Which deploy; else the newest healthy one before the current one', optional: true },
  },
  options: {
    'restore-env': { kind: 'flag', what: 'Variables and secrets as they were then, too' },
    note: { kind: 'text', value: 'TEXT', what: 'Why, for those who read the history' },
    ...confirmOption,
    ...overrideOption,
    ...waitOptions,
  },
  examples: ['levelrail apps rollback web --wait', 'levelrail apps rollback web DEPLOY_ID --restore-env'],
  async run(
    context,
    {
      name,
      deploy_id: named,
      'restore-env': isEnvRestored,
      note,
      confirm,
      'override-freeze': override,
      wait,
      'timeout-wait': timeout,
    },
  ) {
    const { client, settings, output } = context
    const patience = patienceFrom(timeout)
    const rollback_to = named ?? (await earlierDeploy(context, name)).id
    const body = {
      rollback_to,
      ...(isEnvRestored && { restore_env: true }),
      ...(note !== undefined && { note }),
      ...(confirm && { confirm }),
      ...overrideFrom(override),
    }
    const deploy = await client.deployCreate({ params: { name }, body })
    if (!settings.json) output.text(deploy.id)
    else if (!wait) output.json(deploy)
    if (wait) await watchDeploy(context, deploy, patience, false)
    else if (deploy.outcome === 'blocked') output.note(`the rollback is held: ${heldText(deploy)}`)
    else output.note(`rollback asked for; wait for it with: levelrail deploys wait ${name} ${deploy.id}`)
    return undefined
  },
})

async function earlierDeploy({ client, connection, output, now }: Context, name: string): Promise<Deploy> {
  const { current_deploy_id } = await client.appView({ params: { name } })
  const seen: Deploy[] = []
  for await (const { rows } of pagesOf(connection, 'deployList', { limit: 200 }, { params: { name } })) {
    seen.push(...rows)
    const found = previousHealthy(seen, current_deploy_id)
    if (!found) continue
    output.note(`going back to ${deployLine(found, now)}`)
    return found
  }
  throw new Failure('api', `app "${name}" has no earlier healthy deploy`, `see: levelrail deploys list ${name}`)
}
