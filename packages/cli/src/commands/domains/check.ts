// `levelrail domains check`: where the DNS records of a domain lead to, and which records would lead here.
import type { Client } from '@levelrail/contract/client.ts'
import type { DnsCheck } from '@levelrail/contract/schemas/dns-check.ts'
import { command } from '../../command.ts'
import { Failure, usage } from '../../exit-codes.ts'
import { factsText } from '../../output/facts.ts'

export const domainsCheck = command({
  name: 'domains check',
  summary: 'Show where a domain leads to, and which DNS records would lead here',
  details: 'Ends with 4 unless the domain leads here. Without a domain: the primary one.',
  arguments: { domain: { what: 'Host name, such as example.com or *.example.com', optional: true } },
  options: { app: { kind: 'text', value: 'NAME', what: 'App that it is, or will be, a domain of' } },
  examples: ['levelrail domains check example.com --app web', 'levelrail domains check'],
  async run({ client, settings, output }, { domain, app }) {
    const found =
      domain === undefined
        ? await client.ingressCheck()
        : await client.appDomainCheck({ params: { name: app ?? (await appOf(client, domain)) }, query: { domain } })
    if (settings.json) output.json(found)
    else output.text(checkText(found))
    if (found.status !== 'connected') throw new Failure('api', found.message)
    return undefined
  },
})

async function appOf(client: Client, domain: string): Promise<string> {
  const all = await client.domainList({ query: {} })
  const owner = all.find((each) => each.domain.split('/')[0] === domain.toLowerCase())
  if (!owner) throw usage(`no app has the domain ${domain}`, 'name one: --app NAME')
  return owner.app
}

function checkText({ domain, status, resolved, expected, records }: DnsCheck): string {
  const { a, aaaa, cname } = resolved
  return factsText([
    ['Domain', domain],
    ['Status', status.replaceAll('_', ' ')],
    ['Alias of', cname.join(', ')],
    ['Leads to', [...a, ...aaaa].join(', ') || 'nothing'],
    ['Should be', expected.join(' or ')],
    ...(status === 'connected' ? [] : records).map(({ type, name, value, ttl }): [string, string] => [
      'Create',
      `${name} ${ttl} ${type} ${value}`,
    ]),
  ])
}
