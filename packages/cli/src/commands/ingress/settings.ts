// `levelrail ingress settings`: shows the settings of the ingress, or changes those that are named.
import { readFile } from 'node:fs/promises'
import type { IngressSettings } from '@levelrail/contract/schemas/ingress-settings.ts'
import { command } from '../../command.ts'
import { invalid } from '../../exit-codes.ts'
import { factsText } from '../../output/facts.ts'
import { readSettingWords, settingNames } from '../../setting-words.ts'

export const ingressSettings = command({
  name: 'ingress settings',
  summary: 'Show or change the settings of the ingress: domain, links, ACME',
  details: `Names: ${settingNames.join(', ')}. An empty value takes back what was set.`,
  arguments: {},
  options: {
    set: { kind: 'texts', value: 'NAME=VALUE', what: 'Change this setting; may be repeated' },
    'ca-file': {
      kind: 'text',
      value: 'PATH',
      what: 'PEM file with the authority that signed the ACME server’s own certificate',
    },
    'eab-key': { kind: 'flag', what: 'Ask for the key of the external account binding' },
    'eab-key-stdin': { kind: 'flag', what: 'Read that key from stdin' },
  },
  examples: [
    'levelrail ingress settings',
    'levelrail ingress settings --set acme_enabled=true --set acme_email=ann@example.com',
    'levelrail ingress settings --set public_addresses=192.0.2.1,2001:db8::1',
    'levelrail ingress settings --set acme_eab_key_id=KID --eab-key',
  ],
  async run(
    { client, settings, output, ask },
    { set, 'ca-file': caFile, 'eab-key': asksKey, 'eab-key-stdin': fromStdin },
  ) {
    const body = {
      ...readSettingWords(set),
      ...(caFile === undefined ? {} : { acme_ca_certificate: await textOf(caFile) }),
      ...(asksKey || fromStdin
        ? { acme_eab_hmac_key: await ask.secret('Key of the account binding: ', { fromStdin }) }
        : {}),
    }
    const isChange = Object.keys(body).length > 0
    const shown = isChange ? await client.ingressSettingsSet({ body }) : await client.ingressSettingsView()
    if (settings.json) output.json(shown)
    else output.text(settingsText(shown))
    return undefined
  },
})

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: Error) => {
    throw invalid(`cannot read the certificate: ${cause.message}`)
  })
}

function settingsText(settings: IngressSettings): string {
  const port = settings.public_https_port
  return factsText([
    ['primary_domain', settings.primary_domain ?? '-'],
    ['public_https_port', port === 0 ? '0 (the port on which the ingress listens)' : String(port)],
    ['tls_terminated_upstream', String(settings.tls_terminated_upstream)],
    ['acme_enabled', String(settings.acme_enabled)],
    ['acme_email', settings.acme_email || '-'],
    ['acme_directory_url', settings.acme_directory_url],
    ['acme_eab_key_id', settings.has_acme_eab ? `${settings.acme_eab_key_id} (its key is kept)` : '-'],
    ['acme_ca_certificate', settings.acme_ca_certificate === '' ? '-' : 'set'],
    ['public_addresses', settings.public_addresses.join(', ') || '- (the public ones of the machine)'],
  ])
}
