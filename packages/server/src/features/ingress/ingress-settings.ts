// Settings of the ingress: what they are before anybody changes them, and which may stand together. Pure. Spec 4.6.
import { X509Certificate } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { IngressSettings, IngressSettingsUpdate } from '@levelrail/contract/schemas/ingress-settings.ts'
import { accepted, type Parsed, quoted, refused } from '../../lib/parsed.ts'
import { parseDomain } from '../apps/domain.ts'

/** As kept: the key of the external account binding is sealed, and known here only by its being there. */
export type KeptSettings = IngressSettings

export const defaultSettings: KeptSettings = {
  primary_domain: null,
  public_https_port: 0,
  tls_terminated_upstream: false,
  acme_enabled: false,
  acme_email: '',
  acme_directory_url: 'https://acme-v02.api.letsencrypt.org/directory',
  acme_eab_key_id: '',
  acme_ca_certificate: '',
  public_addresses: [],
  has_acme_eab: false,
  updated_at: null,
}

/** What the settings become, or why they cannot. `updated_at` is not ours to say. */
export function changeSettings(before: KeptSettings, change: IngressSettingsUpdate): Parsed<KeptSettings> {
  const { acme_eab_hmac_key: hmacKey, has_acme_eab, updated_at, ...wanted } = change
  for (const [name, sent, kept] of [
    ['has_acme_eab', has_acme_eab, before.has_acme_eab],
    ['updated_at', updated_at, before.updated_at],
  ])
    if (sent !== undefined && sent !== kept) return refused(`${name}: it cannot be set; leave it out or as it was read`)

  const after: KeptSettings = { ...before, ...wanted }
  for (const check of [checkPrimaryDomain, checkEmail, checkDirectory, checkAuthority, checkAddresses]) {
    const problem = check(after)
    if (problem !== undefined) return refused(problem)
  }
  const eab = checkAccountBinding(before, after, hmacKey)
  if (eab !== undefined) return refused(eab)
  return accepted({
    ...after,
    primary_domain: after.primary_domain === null ? null : plainHost(after.primary_domain),
    acme_email: after.acme_email.trim(),
    acme_ca_certificate: after.acme_ca_certificate.trim(),
    public_addresses: [...new Set(after.public_addresses.map((address) => address.toLowerCase()))],
    has_acme_eab: after.acme_eab_key_id !== '',
  })
}

/** Whether an order that failed would fail again for all that was changed. */
export function isSameForAcme(one: KeptSettings, other: KeptSettings): boolean {
  const matter = ({ primary_domain, public_https_port, has_acme_eab, updated_at, ...rest }: KeptSettings) => rest
  return isDeepStrictEqual(matter(one), matter(other))
}

function plainHost(text: string): string {
  const domain = parseDomain(text)
  return domain.ok ? domain.value.host : text
}

function checkPrimaryDomain({ primary_domain }: KeptSettings): string | undefined {
  if (primary_domain === null) return undefined
  const domain = parseDomain(primary_domain)
  if (!domain.ok) return `primary_domain: ${domain.reason}`
  if (domain.value.host.startsWith('*.')) return `primary_domain: ${quoted(primary_domain)} must not have a wildcard`
  if (domain.value.path !== '') return `primary_domain: ${quoted(primary_domain)} must not have a path`
  return domain.value.host.includes('.')
    ? undefined
    : `primary_domain: ${quoted(primary_domain)} has no dot; write it like panel.example.com`
}

function checkEmail({ acme_enabled, acme_email }: KeptSettings): string | undefined {
  const email = acme_email.trim()
  if (email === '')
    return acme_enabled
      ? 'acme_email: acme_enabled needs an e-mail address, to which the certificate authority writes'
      : undefined
  // The address goes into a `mailto:` URL, which more than one address or a header could hide in.
  return /^[^\s@,;?&%<>"]+@[^\s@,;?&%<>"]+\.[^\s@,;?&%<>"]+$/.test(email)
    ? undefined
    : `acme_email: ${quoted(acme_email)} is not an e-mail address`
}

function checkDirectory({ acme_directory_url }: KeptSettings): string | undefined {
  const url = URL.parse(acme_directory_url)
  const say = (what: string) => `acme_directory_url: ${quoted(acme_directory_url)} ${what}`
  if (url === null) return say('is not a URL; write it like https://acme-v02.api.letsencrypt.org/directory')
  if (url.username !== '' || url.password !== '') return say('must not hold a user name or password')
  if (url.protocol === 'https:') return undefined
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return undefined
  return say('must begin with https://; http is taken on loopback only')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  return hostname === 'localhost' || (family > 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6'))
}

function checkAuthority({ acme_ca_certificate }: KeptSettings): string | undefined {
  const text = acme_ca_certificate.trim()
  if (text === '') return undefined
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  const isWhole = text.replaceAll(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g, '').trim() === ''
  return blocks.length > 0 && isWhole && blocks.every(isCertificate)
    ? undefined
    : 'acme_ca_certificate: not one or more certificates in PEM, from -----BEGIN CERTIFICATE----- on'
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== ''
  } catch {
    return false
  }
}

function checkAddresses({ public_addresses }: KeptSettings): string | undefined {
  const odd = public_addresses.find((address) => isIP(address) === 0 || address.includes('%'))
  return odd === undefined ? undefined : `public_addresses: ${quoted(odd)} is not an IPv4 or IPv6 address`
}

/** The key goes to nobody but whom it was given for, so a new one to bind to needs it again. */
function checkAccountBinding(
  before: KeptSettings,
  after: KeptSettings,
  hmacKey: string | undefined,
): string | undefined {
  if (after.acme_eab_key_id === '')
    return hmacKey === undefined ? undefined : 'acme_eab_hmac_key: it needs acme_eab_key_id beside it'
  if (hmacKey !== undefined) return undefined
  if (!before.has_acme_eab) return 'acme_eab_hmac_key: acme_eab_key_id needs its key beside it'
  const isSame =
    before.acme_eab_key_id === after.acme_eab_key_id && before.acme_directory_url === after.acme_directory_url
  return isSame ? undefined : 'acme_eab_hmac_key: a change of acme_eab_key_id or acme_directory_url needs the key again'
}
