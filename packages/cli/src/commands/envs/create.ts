// `levelrail envs create`: makes an environment in a project; its id goes to stdout.
import { command } from '../../command.ts'
import { projectArgument } from '../../group-arguments.ts'

export const envsCreate = command({
  name: 'envs create',
  summary: 'Make an environment and print its id',
  arguments: { project: projectArgument, name: { what: 'Name, for people; it need not be unique' } },
  options: { protected: { kind: 'flag', what: 'Deploys into it need --confirm' } },
  examples: ['levelrail envs create PROJECT_ID staging', 'levelrail envs create PROJECT_ID production --protected'],
  async run({ client, settings, output }, { project: id, name, protected: isProtected }) {
    const body = { name, ...(isProtected && { protected: true }) }
    const environment = await client.environmentCreate({ params: { id }, body })
    if (settings.json) output.json(environment)
    else output.text(environment.id)
    return undefined
  },
})
