// Which certificates can be used, and whose files are in the container already. A file is named for what it holds, so one
// that was written is never written again, and one that was refused stays so.
import { createSecureContext } from 'node:tls'
import type { TarEntry } from '../../lib/tar.ts'
import type { IngressCertificate, IngressFault, TlsPlan } from './ingress.ts'
import { home } from './proxy-paths.ts'
import { mostPayloadBytes } from './proxy-socket.ts'
import { certificateFolder, certificatePath } from './render-tls.ts'

export class CertificateShelf {
  readonly #refused = new Map<string, IngressFault>()
  #written = new Set<string>()
  #isLookedAt = false

  /** The plan without what cannot be used, and why not. */
  usable(tls: TlsPlan): { tls: TlsPlan; faults: IngressFault[] } {
    for (const each of tls.certificates) {
      if (this.#written.has(each.name) || this.#refused.has(each.name)) continue
      const reason = faultOf(each)
      if (reason !== undefined) this.refuse(each, reason)
    }
    const faults = tls.certificates.flatMap(({ name }) => this.#refused.get(name) ?? [])
    return { tls: { ...tls, certificates: tls.certificates.filter(({ name }) => !this.#refused.has(name)) }, faults }
  }

  refuse({ name, hosts }: IngressCertificate, reason: string): void {
    const message = `the certificate for ${hosts.join(', ').slice(0, 200)} is refused: ${reason}`
    this.#refused.set(name, { kind: 'certificate-refused', message })
  }

  /** Those that a complaint of the proxy names; false when it names none. */
  refuseNamed(tls: TlsPlan | undefined, complaint: string): boolean {
    const named = tls?.certificates.filter((each) => complaint.includes(certificatePath(each))) ?? []
    for (const each of named) this.refuse(each, complaint.slice(0, 300))
    return named.length > 0
  }

  /** Files that the container does not have yet. */
  missingFiles(tls: TlsPlan): TarEntry[] {
    return all(tls)
      .filter(({ name }) => !this.#written.has(name))
      .map((each) => ({
        type: 'file',
        path: certificatePath(each).slice(1),
        mode: 0o600,
        content: `${each.open().reveal().trim()}\n`,
      }))
  }

  noteWritten(tls: TlsPlan): void {
    for (const { name } of all(tls)) this.#written.add(name)
  }

  /** Paths of files that are no longer used. What is there is looked at once; from then on it is known. */
  async takeUnused(tls: TlsPlan | undefined, list: (folder: string) => Promise<string[]>): Promise<string[]> {
    if (!this.#isLookedAt) {
      const files = await list(`${home}/${certificateFolder}`)
      for (const file of files) if (file.endsWith('.pem')) this.#written.add(file.slice(0, -4))
      this.#isLookedAt = true
    }
    const used = new Set(tls ? all(tls).map(({ name }) => name) : [])
    const gone = [...this.#written].filter((name) => !used.has(name))
    for (const name of gone) this.#written.delete(name)
    return gone.map((name) => certificatePath({ name }))
  }

  /** The container is another one, or what is in it may be broken. */
  forgetWritten(): void {
    this.#written = new Set()
    this.#isLookedAt = false
  }
}

function all({ certificates, fallback }: TlsPlan): IngressCertificate[] {
  return [fallback, ...certificates]
}

/** What would keep a process from starting is found before it is given the file. */
function faultOf(certificate: IngressCertificate): string | undefined {
  try {
    const pem = certificate.open().reveal()
    if (pem.length > mostPayloadBytes) return `it is longer than ${mostPayloadBytes} bytes with its key`
    createSecureContext({ cert: pem, key: pem })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 300) : 'it cannot be read'
  }
}
