// Whether the DNS records of a host lead to this machine, and which records would. Pure.
import type { DnsCheck, DnsRecord } from '@levelrail/contract/schemas/dns-check.ts'
import type { DnsAnswer } from '../../drivers/dns/dns.ts'
import { standingOf } from '../../lib/address-guard.ts'

const ttl = 300

export type DnsVerdict = Pick<DnsCheck, 'status' | 'message' | 'records'>

export function dnsVerdict(host: string, expected: string[], found: DnsAnswer): DnsVerdict {
  const records = expected.map(
    (value): DnsRecord => ({ type: value.includes(':') ? 'AAAA' : 'A', name: host, value, ttl }),
  )
  const verdict = (status: DnsVerdict['status'], message: string) => ({ status, message, records })
  if (expected.length === 0)
    return verdict(
      'unconfigured',
      'the public addresses of this machine are not known: set public_addresses in the settings of the ingress',
    )
  const addresses = [...found.a, ...found.aaaa]
  if (addresses.length === 0) {
    const why = found.problem === undefined ? 'has no address' : `could not be looked up (${found.problem})`
    return verdict('not_resolving', `${host} ${why}: create ${recordsText(records)}`)
  }
  const ours = new Set(expected.map(plainAddress))
  const foreign = addresses.filter((address) => !ours.has(plainAddress(address)))
  if (foreign.length > 0)
    return verdict(
      'resolves_elsewhere',
      `${host} leads to ${foreign.join(', ')}: create ${recordsText(records)} in place of what is there`,
    )
  return verdict('connected', `${host} leads here`)
}

export function recordsText(records: DnsRecord[]): string {
  return records.map(({ type, name, value }) => `${name} ${type} ${value}`).join(' or ')
}

/** The name to look up: for a wildcard, one that nobody has made a record of its own for. */
export function hostToLookUp(host: string): string {
  return host.startsWith('*.') ? `levelrail-check.${host.slice(2)}` : host
}

/** Those that were set, else the public ones of the machine. */
export function expectedAddresses(configured: string[], ofMachine: string[]): string[] {
  if (configured.length > 0) return configured
  return [...new Set(ofMachine)].filter((address) => standingOf(address) === 'public')
}

/** An IPv6 address can be written in many ways. */
function plainAddress(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname : address
}
