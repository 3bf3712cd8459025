// `levelrail apps diagnose`: how an app is, why, what to do, and the lines that show it.
import { appArgument } from '../../app-options.ts'
import { command } from '../../command.ts'
import { deployLine, failureText } from '../../output/deploy-text.ts'
import { printable } from '../../output/display-width.ts'

const stateWords = {
  healthy: 'healthy',
  working: 'being deployed',
  failing: 'failing',
  stopped: 'stopped',
  never_deployed: 'not deployed yet',
}

export const appsDiagnose = command({
  name: 'apps diagnose',
  summary: 'Say how an app is, why, and what to do',
  arguments: { name: appArgument },
  options: {},
  examples: ['levelrail apps diagnose web'],
  async run({ client, settings, output, now }, { name }) {
    const diagnosis = await client.appDiagnose({ params: { name } })
    if (settings.json) {
      output.json(diagnosis)
      return undefined
    }
    const { app, state, summary, deploy, failure } = diagnosis
    output.text(`${printable(app)} is ${output.paint('bold', stateWords[state])}: ${printable(summary)}`)
    if (failure) output.text(`\n${failureText(failure, output.paint)}`)
    if (deploy) output.text(`\nNewest deploy: ${printable(deployLine(deploy, now))}`)
    return undefined
  },
})
