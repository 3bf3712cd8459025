// `levelrail apps promote`: the image that an app runs goes to its counterpart in another environment, once it was shown
// what that changes.
import type { PromotePreview } from '@levelrail/contract/schemas/promotions.ts'
import { appArgument, confirmOption } from '../../app-options.ts'
import { command } from '../../command.ts'
import { invalid } from '../../exit-codes.ts'
import { environmentArgument, yesOption } from '../../group-arguments.ts'
import { promoteText } from '../../output/promote-text.ts'
import { patienceFrom } from '../../poll-until.ts'
import type { Asker } from '../../prompt.ts'
import { waitOptions, watchDeploy } from '../../watch-deploy.ts'

export const appsPromote = command({
  name: 'apps promote',
  summary: 'Deploy the image that an app runs to another environment',
  details: 'Shows on stderr what changes and what stands in the way, and asks. Prints the id of the deploy.',
  arguments: { name: appArgument, environment: environmentArgument },
  options: {
    target: { kind: 'text', value: 'APP', what: 'The app there, where its name does not tell' },
    'include-env': { kind: 'flag', what: 'Plain variables too, and names of secrets' },
    force: { kind: 'flag', what: 'Although it is not ready, deploys already, or would not change' },
    'override-freeze': { kind: 'text', value: 'REASON', what: 'Go ahead inside a freeze window, and why' },
    preview: { kind: 'flag', what: 'Only show what would change' },
    ...confirmOption,
    ...yesOption,
    ...waitOptions,
  },
  examples: [
    'levelrail apps promote web-staging PRODUCTION_ID --preview',
    'levelrail apps promote web-staging PRODUCTION_ID --confirm --yes --wait',
  ],
  async run(context, { name, environment: to, target, confirm, force, yes, wait, ...input }) {
    const { client, settings, output, ask } = context
    const patience = patienceFrom(input['timeout-wait'])
    const wish = {
      to,
      ...(target !== undefined && { target_name: target }),
      ...(input['include-env'] && { include_env: true }),
    }
    const preview = await client.appPromotePreview({ params: { name }, query: wish })
    if (input.preview) {
      if (settings.json) output.json(preview)
      else output.text(promoteText(preview))
      return undefined
    }
    for (const line of promoteText(preview).trimEnd().split('\n')) output.note(line)
    if (!yes) await askToPromote(ask, preview)
    const reason = input['override-freeze']
    const body = {
      ...wish,
      ...(confirm && { confirm }),
      ...(force && { force }),
      ...(reason !== undefined && { override_freeze: true, override_reason: reason }),
    }
    const deploy = await client.appPromote({ params: { name }, body })
    if (!settings.json) output.text(deploy.id)
    else if (!wait) output.json(deploy)
    if (wait) await watchDeploy(context, deploy, patience, false)
    else output.note(`wait for it with: levelrail deploys wait ${deploy.app} ${deploy.id}`)
    return undefined
  },
})

async function askToPromote(ask: Asker, { source, target }: PromotePreview): Promise<void> {
  const question = `Promote ${source.app} to ${target.app ?? target.environment_name}? Type yes: `
  if ((await ask.line(question, 'confirm with --yes')) !== 'yes') throw invalid('nothing was promoted')
}
