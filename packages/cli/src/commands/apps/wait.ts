// `levelrail apps wait`: the older wait, for an app instead of a deploy; ends with 5 when the app cannot become well.
import { appArgument } from '../../app-options.ts'
import { waitVerdict } from '../../app-verdict.ts'
import { command } from '../../command.ts'
import { patienceFrom, pollUntil, timeoutWaitOption } from '../../poll-until.ts'

export const appsWait = command({
  name: 'apps wait',
  summary: 'Wait until an app is well',
  details:
    'Ends with 0 once its newest deploy is healthy and the app is ready, with 5 when that deploy was no success or the\napp is stopped, with 6 when it takes too long. To wait for one deploy: levelrail deploys wait.',
  arguments: { name: appArgument },
  options: timeoutWaitOption,
  examples: ['levelrail apps wait web', 'levelrail apps wait web --timeout-wait 2m'],
  async run({ client, settings, output }, { name, 'timeout-wait': timeout }) {
    const patience = patienceFrom(timeout)
    let told = ''
    const look = async (signal: AbortSignal) => {
      const diagnosis = await client.appDiagnose({ params: { name }, signal })
      const verdict = waitVerdict(diagnosis)
      if (verdict === 'wait' && diagnosis.summary !== told) output.note(`${name}: ${diagnosis.summary}`)
      told = diagnosis.summary
      return verdict === 'wait' ? undefined : { diagnosis, verdict }
    }
    const late = () => ({ error: `app "${name}" is still not well`, hint: `see: levelrail apps diagnose ${name}` })
    const { diagnosis, verdict } = await pollUntil(look, { patience, late })
    if (settings.json) output.json(diagnosis)
    if (verdict !== 'well') throw verdict
    output.note(`${name} is well: ${diagnosis.summary}`)
    return undefined
  },
})
