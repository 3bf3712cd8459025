// Looks at the DNS records of a host and says whether they lead here.
import { networkInterfaces } from 'node:os'
import type { DnsCheck } from '@levelrail/contract/schemas/dns-check.ts'
import type { Context } from '../../context.ts'
import { isoNow } from '../../lib/clock.ts'
import { dnsVerdict, expectedAddresses, hostToLookUp } from './dns-verdict.ts'
import { readIngressSettings } from './ingress-settings-view.ts'

export async function checkDns(
  { db, dns, clock }: Pick<Context, 'db' | 'dns' | 'clock'>,
  host: string,
  signal: AbortSignal,
): Promise<DnsCheck> {
  const { public_addresses } = await readIngressSettings(db)
  const expected = expectedAddresses(public_addresses, machineAddresses())
  const found = await dns.lookUp(hostToLookUp(host), signal)
  const { a, aaaa, cname } = found
  return {
    domain: host,
    ...dnsVerdict(host, expected, found),
    resolved: { a, aaaa, cname },
    expected,
    checked_at: isoNow(clock),
  }
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
}
