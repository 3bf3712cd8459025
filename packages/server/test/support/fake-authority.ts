// A certificate authority that does what the test wishes, at the time of the test. The real one is in `pebble.ts`.
import type { Acme, AcmeAccess, AcmeAccount, AcmeError, AcmeOrder } from '../../src/drivers/acme/acme.ts'
import { issueCertificates } from '../../src/features/certificates/issue-certificates.ts'
import { Secret } from '../../src/lib/secret.ts'

/** So short that a test can let it pass. */
const lifeMs = 9 * 60_000

export class FakeAuthority implements Acme {
  orders = 0
  /** The keys that came to be registered. */
  readonly registered: string[] = []
  /** Thrown in place of every answer about an order. */
  refusal: AcmeError | undefined
  /** How challenges end. */
  verdict: 'valid' | 'invalid' = 'valid'
  readonly #host: string
  readonly #now: () => Date
  readonly #orders = new Map<string, AcmeOrder & { pem: string }>()
  readonly #pemOfKey = new Map<string, string>()

  constructor(host: string, now: () => Date) {
    this.#host = host
    this.#now = now
  }

  /** Certificates are made with their keys, for 9 minutes from then on. */
  newKey(): Secret {
    const notBefore = this.#now()
    const dates = { notBefore, notAfter: new Date(notBefore.getTime() + lifeMs) }
    const { leaves } = issueCertificates({
      authority: { name: 'Fake', ...dates },
      leaves: [{ hosts: [this.#host], ...dates }],
    })
    const [leaf = { certificatePem: '', keyPem: '' }] = leaves
    this.#pemOfKey.set(leaf.keyPem, leaf.certificatePem)
    return new Secret(leaf.keyPem)
  }

  async register({ accountKey }: AcmeAccess): Promise<string> {
    this.registered.push(accountKey.reveal())
    return `https://ca.example/account/${this.registered.length}`
  }

  async order(): Promise<string> {
    if (this.refusal) throw this.refusal
    const url = `https://ca.example/order/${++this.orders}`
    const challenge = { token: `token-${this.orders}`, answer: `token-${this.orders}.x`, status: 'pending' as const }
    this.#orders.set(url, { status: 'pending', challenge, error: '', retryAfterMs: 0, pem: '' })
    return url
  }

  async look(_: AcmeAccount, url: string): Promise<AcmeOrder> {
    if (this.refusal) throw this.refusal
    return this.#find(url)
  }

  async challengeIsReady(_: AcmeAccount, url: string): Promise<void> {
    const order = this.#find(url)
    if (order.challenge) order.challenge.status = this.verdict
    order.status = this.verdict === 'valid' ? 'ready' : 'invalid'
    order.error = this.verdict === 'valid' ? '' : 'it did not answer (connection)'
  }

  async finalize(_: AcmeAccount, url: string, __: string, key: Secret): Promise<void> {
    const order = this.#find(url)
    order.pem = this.#pemOfKey.get(key.reveal()) ?? ''
    order.status = 'valid'
  }

  async download(_: AcmeAccount, url: string): Promise<string> {
    return this.#find(url).pem
  }

  #find(url: string): AcmeOrder & { pem: string } {
    const order = this.#orders.get(url)
    if (!order) throw new Error(`no order ${url}`)
    return order
  }
}
