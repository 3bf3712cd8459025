// `levelrail apps replicas`: the containers of an app as they are now.
import type { AllRoutes } from '@levelrail/contract/all-routes.ts'
import type { ResultOf } from '@levelrail/contract/route.ts'
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import type { Column } from '../../output/table.ts'

export const appsReplicas = command({
  name: 'apps replicas',
  summary: 'List the containers of an app',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps replicas web'],
  async run({ client, settings, output }, { name }) {
    const replicas = await client.appReplicas({ params: { name } })
    if (settings.json) output.json(replicas)
    else if (replicas.length === 0)
      output.note(`no container of ${name} is there; see: levelrail apps diagnose ${name}`)
    else output.table(columns, replicas)
    return undefined
  },
})

const columns: Column<ResultOf<AllRoutes['appReplicas']>[number]>[] = [
  { title: 'REPLICA', align: 'right', cell: ({ number }) => String(number) },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'READY', cell: ({ ready }) => (ready ? 'yes' : 'no'), color: ({ ready }) => (ready ? 'green' : 'yellow') },
  { title: 'ADDRESS', cell: ({ address }) => address || '-' },
  { title: 'DEPLOY', cell: ({ deploy_id }) => deploy_id },
  { title: 'CONTAINER', cell: ({ container }) => container },
]
