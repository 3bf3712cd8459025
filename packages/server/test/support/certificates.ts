// Certificates for tests, by an authority of their own, and what a client sees of them.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import type { IngressCertificate } from '../../src/drivers/ingress/ingress.ts'
import { issueCertificates } from '../../src/features/certificates/issue-certificates.ts'
import { Secret } from '../../src/lib/secret.ts'

const dayMs = 24 * 60 * 60 * 1000

export interface TestCertificate {
  hosts: string[]
  certificate: string
  privateKey: string
}

export interface TestAuthority {
  /** To be trusted. */
  pem: string
  certificates: TestCertificate[]
}

/** One certificate for each list of hosts; they end after so many days. */
export async function makeCertificates(hosts: string[][], days = 90): Promise<TestAuthority> {
  const from = (before: number, after: number) => ({
    notBefore: new Date(Date.now() + before * dayMs),
    notAfter: new Date(Date.now() + after * dayMs),
  })
  const leaves = hosts.map((each) => ({ hosts: each, ...from(Math.min(-1, days - 1), days) }))
  const authority = { name: 'Levelrail test authority', ...from(-400, 400) }
  const made = issueCertificates({ authority, leaves })
  return {
    pem: made.authority.certificatePem,
    certificates: made.leaves.map(({ certificatePem, keyPem }, at) => ({
      hosts: hosts[at] ?? [],
      certificate: certificatePem,
      privateKey: keyPem,
    })),
  }
}

export function planned(made: TestCertificate, hosts = made.hosts): IngressCertificate {
  const pem = `${made.privateKey}${made.certificate}`
  const name = createHash('sha256')
    .update(JSON.stringify([pem, hosts]))
    .digest('hex')
    .slice(0, 32)
  return { name, hosts, open: () => new Secret(pem) }
}

export interface Seen {
  /** The names that the certificate is for. */
  names: string
  protocol: string
  /** Whether it is one of the authority's, for this host. */
  isTrusted: boolean
  serial: string
}

export async function lookAtTls(door: { host: string; port: number }, host: string, ca = ''): Promise<Seen> {
  const options = { ...door, servername: host, ALPNProtocols: ['h2', 'http/1.1'], rejectUnauthorized: false }
  const socket: TLSSocket = connect(ca === '' ? options : { ...options, ca })
  try {
    await once(socket, 'secureConnect')
    const { subjectaltname = '', serialNumber = '' } = socket.getPeerCertificate()
    return {
      names: subjectaltname.replaceAll('DNS:', ''),
      protocol: String(socket.alpnProtocol),
      isTrusted: socket.authorized,
      serial: serialNumber,
    }
  } finally {
    socket.destroy()
  }
}
