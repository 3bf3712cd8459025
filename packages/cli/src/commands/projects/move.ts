// `levelrail projects move`: files a project under an organization, or takes it out.
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { projectArgument } from '../../group-arguments.ts'

export const projectsMove = command({
  name: 'projects move',
  summary: 'File a project under an organization, or take it out',
  arguments: { project: projectArgument },
  options: {
    org: { kind: 'text', value: 'ID', what: 'Under this organization' },
    'no-org': { kind: 'flag', what: 'Under none' },
  },
  examples: ['levelrail projects move ID --org ORG_ID', 'levelrail projects move ID --no-org'],
  async run({ client, settings, output }, { project: id, org, 'no-org': isOut }) {
    if ((org === undefined) === !isOut) throw usage('say where to', 'give either --org ID or --no-org')
    const project = await client.projectMove({ params: { id }, body: { org_id: org ?? '' } })
    if (settings.json) output.json(project)
    output.note(`"${project.name}" is ${isOut ? 'in no organization' : `in organization ${org}`}`)
    return undefined
  },
})
