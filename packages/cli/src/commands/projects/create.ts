// `levelrail projects create`: makes a project; its id goes to stdout.
import { command } from '../../command.ts'

export const projectsCreate = command({
  name: 'projects create',
  summary: 'Make a project and print its id',
  arguments: { name: { what: 'Name, for people; it need not be unique' } },
  options: { org: { kind: 'text', value: 'ID', what: 'File it under this organization' } },
  examples: ['levelrail projects create Shop', 'levelrail projects create Shop --org ORG_ID'],
  async run({ client, settings, output }, { name, org }) {
    const made = await client.projectCreate({ body: { name } })
    const project =
      org === undefined ? made : await client.projectMove({ params: { id: made.id }, body: { org_id: org } })
    if (settings.json) output.json(project)
    else output.text(project.id)
    return undefined
  },
})
