// `levelrail apps deploy`: brings an image and the settings of now into service.
import { appArgument, confirmOption, overrideFrom, overrideOption } from '../../app-options.ts'
import { command } from '../../command.ts'
import { heldText } from '../../deploy-verdict.ts'
import { patienceFrom } from '../../poll-until.ts'
import { waitOptions, watchDeploy } from '../../watch-deploy.ts'

export const appsDeploy = command({
  name: 'apps deploy',
  summary: 'Deploy an app with its settings of now',
  details: 'Prints the id of the deploy. What runs goes on serving until the new one is ready.',
  arguments: { name: appArgument },
  options: {
    image: { kind: 'text', value: 'IMAGE', what: 'Another image than the one it has' },
    canary: {
      kind: 'number',
      value: 'PERCENT',
      what: 'Give it this share of the requests when it is ready, and wait to be told more (deploys canary)',
    },
    note: { kind: 'text', value: 'TEXT', what: 'Why, for those who read the history' },
    ...confirmOption,
    ...overrideOption,
    ...waitOptions,
    follow: { kind: 'flag', what: 'Show the log on stderr until the end, then end as with --wait' },
  },
  examples: [
    'levelrail apps deploy web --image web:2 --wait',
    'levelrail apps deploy web --follow --note "new colours"',
    'levelrail apps deploy web --wait --timeout-wait 5m || levelrail apps rollback web',
    'levelrail apps deploy web --canary 10',
    'levelrail apps deploy web --override-freeze "the shop is down"',
  ],
  async run(
    context,
    { name, image, canary, note, confirm, 'override-freeze': override, wait, follow, 'timeout-wait': timeout },
  ) {
    const { client, settings, output } = context
    const patience = patienceFrom(timeout)
    const body = {
      ...(image !== undefined && { image }),
      ...(canary !== undefined && { canary_weight: canary }),
      ...(note !== undefined && { note }),
      ...(confirm && { confirm }),
      ...overrideFrom(override),
    }
    const deploy = await client.deployCreate({ params: { name }, body })
    if (!settings.json) output.text(deploy.id)
    else if (!wait && !follow) output.json(deploy)
    if (wait || follow) await watchDeploy(context, deploy, patience, follow)
    else if (deploy.outcome === 'blocked') output.note(`the deploy is held: ${heldText(deploy)}`)
    else
      output.note(`deploy of ${deploy.image} asked for; wait for it with: levelrail deploys wait ${name} ${deploy.id}`)
    return undefined
  },
})
