// Makes X.509 certificates in a thread of its own, which ends with its work: the library takes some 20 MB, for what is
// done a few times a month. Told by `issue-certificates.ts` alone.
import { webcrypto } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { Issued, IssueOrder } from './issue-certificates.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const subtle = webcrypto.subtle

async function issue({ authority, leaves }: IssueOrder): Promise<Issued> {
  const root = 'certificatePem' in authority ? await openRoot(authority) : await makeRoot(authority)
  const made: Issued['leaves'] = []
  for (const leaf of leaves) made.push(await makeLeaf(root, leaf))
  return { authority: { certificatePem: root.pem, keyPem: root.keyPem }, leaves: made }
}

interface Root {
  pem: string
  keyPem: string
  certificate: X509Certificate
  key: webcrypto.CryptoKey
}

type Order<Key extends keyof IssueOrder> = IssueOrder[Key]

async function openRoot({ certificatePem, keyPem }: { certificatePem: string; keyPem: string }): Promise<Root> {
  const der = Buffer.from(keyPem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  const key = await subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  return { pem: certificatePem, keyPem, certificate: new X509Certificate(certificatePem), key }
}

async function makeRoot({ name, notBefore, notAfter }: Exclude<Order<'authority'>, { keyPem: string }>): Promise<Root> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { pem: pemOf(certificate), keyPem: await keyPemOf(keys), certificate, key: keys.privateKey }
}

async function makeLeaf(root: Root, { hosts, notBefore, notAfter }: Order<'leaves'>[number]) {
  const keys = await makeKeys()
  // A common name has 64 characters at most; what counts are the names of the extension.
  const name = hosts.find((host) => host.length <= 64) ?? 'levelrail'
  const certificate = await X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    issuer: root.certificate.subjectName.toJSON(),
    publicKey: keys.publicKey,
    signingKey: root.key,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await AuthorityKeyIdentifierExtension.create(root.certificate),
      new SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns', value }))),
    ],
  })
  return { certificatePem: pemOf(certificate), keyPem: await keyPemOf(keys) }
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

function pemOf(certificate: X509Certificate): string {
  return `${certificate.toString('pem').trim()}\n`
}

async function keyPemOf({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  const text = Buffer.from(await subtle.exportKey('pkcs8', privateKey)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${text.match(/.{1,64}/g)?.join('\n')}\n-----END PRIVATE KEY-----\n`
}

parentPort?.postMessage(await issue(workerData as IssueOrder))
