// A certificate and those that lead to its issuer, as PEM: whether they are whole and in order, whether a key belongs to
// them, and what they say. Pure.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { accepted, type Parsed, refused } from '../../lib/parsed.ts'
import type { Secret } from '../../lib/secret.ts'

export interface ReadChain {
  /** DNS names, in lower case and sorted. */
  hosts: string[]
  issuer: string
  notBefore: Date
  notAfter: Date
  /** SHA-256 of the first, in hex. */
  fingerprint: string
  /** As it is kept: the certificates alone, without what stood around them. */
  pem: string
  leaf: X509Certificate
}

const mostCertificates = 10
const mostHosts = 100
const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
const name = /^(\*\.)?[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/

export function readChain(text: string): Parsed<ReadChain> {
  const blocks = text.match(block) ?? []
  if (blocks.length === 0) return refused('holds no certificate in PEM (-----BEGIN CERTIFICATE-----)')
  if (blocks.length > mostCertificates) return refused(`holds more than ${mostCertificates} certificates`)
  const chain: X509Certificate[] = []
  for (const [at, each] of blocks.entries()) {
    const read = readOne(each)
    if (!read) return refused(`holds a certificate that cannot be read, ${at + 1} of ${blocks.length}`)
    chain.push(read)
  }
  const [leaf] = chain
  if (!leaf) return refused('holds no certificate')
  const wrongAt = chain.findIndex((each, at) => {
    const next = chain[at + 1]
    return next !== undefined && !isIssuedBy(each, next)
  })
  if (wrongAt >= 0)
    return refused(
      `is out of order: certificate ${wrongAt + 1} was not issued by certificate ${wrongAt + 2}; put the one of the site first, then each issuer in turn`,
    )
  const hosts = hostsOf(leaf)
  if (hosts.length === 0) return refused('names no host (subject alternative names of type DNS)')
  if (hosts.length > mostHosts) return refused(`names more than ${mostHosts} hosts`)
  const strange = hosts.find((host) => host.length > 253 || !name.test(host))
  if (strange !== undefined) return refused(`names ${JSON.stringify(strange.slice(0, 100))}, which is no host name`)
  return accepted({
    hosts,
    issuer: issuerOf(leaf),
    notBefore: leaf.validFromDate,
    notAfter: leaf.validToDate,
    fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
    pem: `${blocks.map((each) => each.replaceAll('\r', '')).join('\n')}\n`,
    leaf,
  })
}

/** The key as it is kept, in PKCS #8. No reason holds anything of it. */
export function readKey(text: Secret, { leaf }: Pick<ReadChain, 'leaf'>): Parsed<string> {
  if (/ENCRYPTED/.test(text.reveal())) return refused('is protected by a passphrase: remove that first')
  const key = openKey(text)
  if (!key) return refused('is not a private key in PEM')
  if (!isServed(key)) return refused('must be RSA of 2048 bits or more, or an elliptic curve of P-256, P-384 or P-521')
  if (!leaf.checkPrivateKey(key)) return refused('does not belong to the first certificate')
  return accepted(key.export({ type: 'pkcs8', format: 'pem' }).toString())
}

function openKey(text: Secret): KeyObject | undefined {
  try {
    return createPrivateKey({ key: text.reveal(), format: 'pem' })
  } catch {
    return undefined
  }
}

function isServed({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= 2048
  return type === 'ec' && ['prime256v1', 'secp384r1', 'secp521r1'].includes(details?.namedCurve ?? '')
}

function readOne(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

function isIssuedBy(one: X509Certificate, issuer: X509Certificate): boolean {
  return one.checkIssued(issuer) && one.verify(issuer.publicKey)
}

function hostsOf({ subjectAltName }: X509Certificate): string[] {
  const names = (subjectAltName ?? '').split(', ').filter((each) => each.startsWith('DNS:'))
  return [...new Set(names.map((each) => each.slice(4).toLowerCase()))].sort()
}

/** For people: the common name, else the organization, else all of it. */
function issuerOf({ issuer }: X509Certificate): string {
  const lines = issuer.split('\n')
  const of = (kind: string) => lines.find((line) => line.startsWith(`${kind}=`))?.slice(kind.length + 1)
  return (of('CN') ?? of('O') ?? lines.join(', ')).slice(0, 200)
}
