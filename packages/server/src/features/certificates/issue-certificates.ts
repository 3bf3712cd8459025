// Certificates of our own making: an authority, and what it signs. Keys are P-256.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface IssueOrder {
  /** One that is there, or the name and dates of one to make. */
  authority: { certificatePem: string; keyPem: string } | { name: string; notBefore: Date; notAfter: Date }
  leaves: { hosts: string[]; notBefore: Date; notAfter: Date }[]
}

interface WithKey {
  certificatePem: string
  keyPem: string
}

export interface Issued {
  authority: WithKey
  /** In the order they were asked for. */
  leaves: WithKey[]
}

export async function issueCertificates(order: IssueOrder, signal: AbortSignal): Promise<Issued> {
  // Limits of the process are for all of it, not for a thread.
  const worker = new Worker(new URL('./issue-worker.ts', import.meta.url), { workerData: order, execArgv: [] })
  try {
    const [issued] = (await once(worker, 'message', { signal })) as [Issued]
    return issued
  } finally {
    await worker.terminate()
  }
}
