// `levelrail apps show`: how one app is, in words, then its settings and deploys.
import { sendPage } from '@levelrail/contract/client.ts'
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { appText } from '../../output/app-text.ts'

export const appsShow = command({
  name: 'apps show',
  summary: 'Show how an app is, and its settings',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps show web', 'levelrail apps show web --json'],
  async run({ client, connection, settings, output, now }, { name }) {
    const app = await client.appView({ params: { name } })
    if (settings.json) {
      output.json(app)
      return undefined
    }
    const currentId = app.current_deploy_id
    const [newest] = (await sendPage(connection, 'deployList', { limit: 1 }, { params: { name } })).rows
    const isSame = currentId === newest?.id
    const current =
      currentId === null || isSame ? newest : await client.deployView({ params: { name, deployId: currentId } })
    output.text(appText(app, { current: currentId === null ? undefined : current, newest }, now, output.paint))
    return undefined
  },
})
