// `levelrail apps drain set`: where the logs of an app are forwarded to. An address with a secret in it is typed unseen
// or comes from stdin, as do headers, never as an argument.
import { appArgument } from '../../../app-options.ts'
import { command } from '../../../command.ts'
import { invalid, usage } from '../../../exit-codes.ts'

export const appsDrainSet = command({
  name: 'apps drain set',
  summary: 'Forward the logs of an app to a receiver',
  details:
    'The address is https://…, http://…, syslog+tcp://host:port or syslog+udp://host:port. Leave it out when it holds a secret: it is then asked for, or read with --value-stdin. On stdin it is the first line; each further line is a header for http and https, such as "Authorization: Bearer …".',
  arguments: { name: appArgument, url: { what: 'Address of the receiver', optional: true } },
  options: { 'value-stdin': { kind: 'flag', what: 'Read the address, and headers, from stdin' } },
  examples: [
    'levelrail apps drain set web syslog+tcp://logs.example.com:6514',
    'levelrail apps drain set web --value-stdin < drain.txt',
  ],
  async run({ client, output, ask }, { name, url, 'value-stdin': fromStdin }) {
    if (url !== undefined && fromStdin) throw usage('there are two addresses', 'give one, or --value-stdin')
    const text = url ?? (await ask.secret('Address of the receiver: ', { fromStdin }))
    await client.appLogDrainSet({ params: { name }, body: readDrain(text) })
    output.note(`the logs of ${name} are forwarded from now on; see: levelrail apps drain show ${name}`)
    return undefined
  },
})

export function readDrain(text: string): { url: string; headers: Record<string, string> } {
  const [url = '', ...rest] = text.split('\n').map((line) => line.trim())
  const headers = rest
    .filter((line) => line !== '')
    .map((line, index): [string, string] => {
      const colon = line.indexOf(':')
      if (colon < 1) throw invalid(`line ${index + 2} is no header`, 'write it as Name: value')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })
  return { url, headers: Object.fromEntries(headers) }
}
