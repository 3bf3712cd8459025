// Certificates of our own making: an authority, and what it signs. RFC 5280, with keys of P-256. Written by hand because a
// library that does it takes 25 MB of memory for good, for what is done a few times a month.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import {
  bits,
  boolean,
  explicit,
  implicit,
  objectId,
  octets,
  sequence,
  setOf,
  text,
  time,
  unsigned,
} from '../../lib/der.ts'

export interface IssueOrder {
  /** One that is there, or the name and dates of one to make. */
  authority: WithKey | { name: string; notBefore: Date; notAfter: Date }
  leaves: { hosts: string[]; notBefore: Date; notAfter: Date }[]
}

export interface WithKey {
  certificatePem: string
  keyPem: string
}

export interface Issued {
  authority: WithKey
  /** In the order they were asked for. */
  leaves: WithKey[]
}

export function issueCertificates({ authority, leaves }: IssueOrder): Issued {
  const root = 'keyPem' in authority ? authority : makeRoot(authority)
  const issuer = {
    name: commonName(new X509Certificate(root.certificatePem)),
    key: createPrivateKey(root.keyPem),
  }
  return { authority: root, leaves: leaves.map((leaf) => makeLeaf(issuer, leaf)) }
}

interface Issuer {
  name: string
  key: KeyObject
}

interface Dates {
  notBefore: Date
  notAfter: Date
}

const ids = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
}

const signatureAlgorithm = sequence(objectId(ids.ecdsaWithSha256))
/** Certificates and revocation lists are signed with it; nothing that it signs may sign. */
const signsCertificates = [
  extension(ids.basicConstraints, true, sequence(boolean(true), unsigned(Buffer.from([0])))),
  extension(ids.keyUsage, true, bits(Buffer.from([0b0000_0110]), 1)),
]
const servesTls = [
  extension(ids.basicConstraints, true, sequence()),
  extension(ids.keyUsage, true, bits(Buffer.from([0b1000_0000]), 7)),
  extension(ids.extendedKeyUsage, false, sequence(objectId(ids.serverAuth))),
]

function makeRoot({ name, ...dates }: { name: string } & Dates): WithKey {
  const keys = makeKeys()
  return certificate(keys, name, { name, key: keys.privateKey }, dates, signsCertificates)
}

function makeLeaf(issuer: Issuer, { hosts, ...dates }: { hosts: string[] } & Dates): WithKey {
  // A common name has 64 characters at most; what counts are the names of the extension.
  const name = hosts.find((host) => host.length <= 64) ?? 'levelrail'
  const names = sequence(...hosts.map((host) => implicit(2, Buffer.from(host, 'ascii'))))
  return certificate(makeKeys(), name, issuer, dates, [...servesTls, extension(ids.subjectAltName, false, names)])
}

interface Keys {
  publicKey: KeyObject
  privateKey: KeyObject
}

function makeKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function certificate(keys: Keys, name: string, issuer: Issuer, dates: Dates, more: Buffer[]): WithKey {
  const own = implicit(0, keyIdentifier(createPublicKey(issuer.key)))
  const extensions = [
    ...more,
    extension(ids.subjectKeyIdentifier, false, octets(keyIdentifier(keys.publicKey))),
    extension(ids.authorityKeyIdentifier, false, sequence(own)),
  ]
  const signed = sequence(
    explicit(0, unsigned(Buffer.from([2]))),
    unsigned(randomBytes(16)),
    signatureAlgorithm,
    distinguishedName(issuer.name),
    sequence(time(dates.notBefore), time(dates.notAfter)),
    distinguishedName(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions)),
  )
  const whole = sequence(signed, signatureAlgorithm, bits(sign('sha256', signed, issuer.key)))
  return {
    certificatePem: pemOf('CERTIFICATE', whole),
    keyPem: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return sequence(objectId(id), ...(isCritical ? [boolean(true)] : []), octets(value))
}

function distinguishedName(name: string): Buffer {
  return sequence(setOf(sequence(objectId(ids.commonName), text(name))))
}

/** Any short text that tells keys apart. RFC 7093, method 1. */
function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20)
}

function commonName({ subject }: X509Certificate): string {
  return subject.replace(/^CN=/, '')
}

function pemOf(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
