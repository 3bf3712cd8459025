// Certificates of a running process: what it has, what it is told, and which it refuses. New ones come before anything
// leads to them, old ones go last. One that is refused is taken back and told of; the others are not touched.
import type { IngressCertificate, TlsPlan } from './ingress.ts'
import type { AskProcess } from './proxy-socket.ts'
import { certificateLine, certificateList, certificatePath } from './render-tls.ts'

export interface RefusedCertificate {
  certificate: IngressCertificate
  /** In the proxy's words, which hold nothing of a key. */
  reason: string
}

/** Of `show ssl crt-list -n <list>`: paths in the list; undefined for a process that takes no TLS. */
export function readListed(answer: string): Set<string> | undefined {
  const [head = '', ...lines] = answer.split('\n')
  if (!head.startsWith('#')) return undefined
  return new Set(lines.flatMap((line) => /^(\S+):\d+(?:\s|$)/.exec(line)?.[1] ?? []))
}

/** Of `show ssl cert`: paths that the process knows, in a list or not. */
export function readStored(answer: string): Set<string> {
  const lines = answer.split('\n').map((line) => line.trim().replace(/^\*/, ''))
  return new Set(lines.filter((line) => line.startsWith('/')))
}

/** Asks for what `readListed` reads. */
export const listCommand = `show ssl crt-list -n ${certificateList}`

/** What a process lacks, and whether it has any that the plan does not. Pure. */
export function certificateChanges(
  { certificates, fallback }: TlsPlan,
  listed: ReadonlySet<string>,
): { missing: IngressCertificate[]; hasUnused: boolean } {
  const paths = certificates.map(certificatePath)
  const wanted = new Set([...paths, certificatePath(fallback)])
  return {
    missing: certificates.filter((_, at) => !listed.has(paths[at] ?? '')),
    hasUnused: [...listed].some((path) => !wanted.has(path)),
  }
}

export async function addCertificates(ask: AskProcess, missing: IngressCertificate[]): Promise<RefusedCertificate[]> {
  if (missing.length === 0) return []
  const stored = readStored(await ask('show ssl cert'))
  const refused: RefusedCertificate[] = []
  for (const certificate of missing) {
    const path = certificatePath(certificate)
    // Left by one who was interrupted.
    if (stored.has(path)) await takeBack(ask, path)
    const reason = await add(ask, certificate)
    if (reason === undefined) continue
    await takeBack(ask, path)
    refused.push({ certificate, reason })
  }
  return refused
}

/** Those that the plan no longer has, and with them what an interrupted change has left. */
export async function removeCertificates(
  ask: AskProcess,
  { certificates, fallback }: TlsPlan,
  listed: ReadonlySet<string>,
): Promise<void> {
  const wanted = new Set([...certificates, fallback].map(certificatePath))
  for (const path of readStored(await ask('show ssl cert'))) {
    if (wanted.has(path)) continue
    if (listed.has(path)) await ask(`del ssl crt-list ${certificateList} ${path}`)
    await ask(`del ssl cert ${path}`)
  }
}

/** Why it was refused, or undefined. */
async function add(ask: AskProcess, certificate: IngressCertificate): Promise<string | undefined> {
  const path = certificatePath(certificate)
  const steps: [RegExp, () => Promise<string>][] = [
    [/New empty/, () => ask(`new ssl cert ${path}`)],
    [/Transaction (created|updated)/, () => ask(`set ssl cert ${path}`, certificate.open().reveal())],
    [/Success!/, () => ask(`commit ssl cert ${path}`)],
    [/Success!/, () => ask(`add ssl crt-list ${certificateList}`, certificateLine(certificate))],
  ]
  for (const [isDone, step] of steps) {
    const answer = await step()
    if (!isDone.test(answer)) return reasonIn(answer)
  }
  return undefined
}

async function takeBack(ask: AskProcess, path: string): Promise<void> {
  await ask(`abort ssl cert ${path}`)
  await ask(`del ssl cert ${path}`)
}

function reasonIn(answer: string): string {
  const lines = answer.split('\n').map((line) => line.replace(/^(\+ )+/, '').trim())
  const line = lines.find((each) => each !== '' && !each.startsWith('Committing')) ?? 'it gave no reason'
  return line.slice(0, 300)
}
