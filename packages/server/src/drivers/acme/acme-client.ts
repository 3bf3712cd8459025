// ACME by the library acme-client, which is loaded when it is first needed. Its requests go out by our own guarded way:
// to checked addresses, bounded in time and size, and without its own retries, since whoever calls keeps when to try again.
import { AsyncLocalStorage } from 'node:async_hooks'
import { generateKeyPairSync } from 'node:crypto'
import type * as Library from 'acme-client'
import { OutboundError } from '../../lib/checked-address.ts'
import { guardedFetch } from '../../lib/guarded-fetch.ts'
import { Secret } from '../../lib/secret.ts'
import { type Acme, type AcmeAccess, type AcmeAccount, AcmeError, type AcmeOrder } from './acme.ts'
import { problemType, problemWords, retryAfterMs } from './acme-words.ts'

const requestLimitMs = 30_000
const mostBytes = 512 * 1024

/** The call whose requests are made. */
interface Call {
  access: AcmeAccess
  signal: AbortSignal
  /** The last answer, if it was a refusal. */
  refusal: { status: number; body: string; retryAfterMs: number } | undefined
  /** The longest that an answer asked for. */
  retryAfterMs: number
}

export function acmeClient(now: () => Date): Acme {
  const calls = new AsyncLocalStorage<Call>()
  let loading: Promise<typeof Library> | undefined

  async function load(): Promise<typeof Library> {
    const library = await import('acme-client')
    library.axios.defaults.adapter = async (config) => {
      const call = calls.getStore()
      if (!call) throw new Error('a request to a certificate authority outside of a call')
      const answer = await send(call, config)
      return { ...answer, statusText: '', config, request: undefined }
    }
    return library
  }

  async function send(call: Call, config: { url?: string; method?: string; data?: unknown; headers?: object }) {
    const url = new URL(config.url ?? '')
    // What the directory names is not to be trusted more than the directory itself.
    if (url.protocol !== new URL(call.access.directoryUrl).protocol)
      throw new OutboundError('not-allowed', `${url.protocol} is another way than that of the directory`)
    const headers = Object.fromEntries(
      Object.entries({ ...config.headers }).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
    const wish = {
      method: (config.method ?? 'get').toUpperCase(),
      headers,
      body: typeof config.data === 'string' ? config.data : '',
      allowedNetworks: call.access.allowedNetworks,
      timeoutMs: requestLimitMs,
      mostBytes,
      ca: call.access.caCertificate,
    }
    const { status, text, headers: answered } = await guardedFetch(url, wish, call.signal)
    const wait = retryAfterMs(answered['retry-after'], now())
    call.retryAfterMs = Math.max(call.retryAfterMs, wait)
    call.refusal = status >= 400 ? { status, body: text, retryAfterMs: wait } : undefined
    return { status, data: text, headers: answered }
  }

  async function ask<T>(
    access: AcmeAccess & { accountUrl?: string },
    signal: AbortSignal,
    work: (client: Library.Client, library: typeof Library, call: Call) => Promise<T>,
    more: { externalAccountBinding?: Library.ClientExternalAccountBindingOptions } = {},
  ): Promise<T> {
    loading ??= load()
    const library = await loading
    const { directoryUrl, accountUrl } = access
    const accountKey = access.accountKey.reveal()
    const client = new library.Client({ directoryUrl, accountKey, ...(accountUrl ? { accountUrl } : {}), ...more })
    const call: Call = { access, signal, refusal: undefined, retryAfterMs: 0 }
    try {
      return await calls.run(call, () => work(client, library, call))
    } catch (error) {
      throw signal.aborted ? signal.reason : inOurWords(call, error)
    }
  }

  /** The library says of an order that only a look at it tells more. */
  async function readOrder(client: Library.Client, url: string): Promise<Library.Order> {
    return client.getOrder({ url } as Library.Order)
  }

  async function readChallenge(client: Library.Client, order: Library.Order) {
    const [authorization] = await client.getAuthorizations(order)
    return authorization?.challenges.find(({ type }) => type === 'http-01')
  }

  return {
    newKey: () =>
      new Secret(
        generateKeyPairSync('ec', {
          namedCurve: 'P-256',
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        }).privateKey,
      ),
    register(access, email, binding, signal) {
      const more = binding ? { externalAccountBinding: { kid: binding.keyId, hmacKey: binding.hmacKey.reveal() } } : {}
      const contact = email === '' ? {} : { contact: [`mailto:${email}`] }
      const work = async (client: Library.Client) => {
        await client.createAccount({ termsOfServiceAgreed: true, ...contact })
        return client.getAccountUrl()
      }
      return ask(access, signal, work, more)
    },
    order: (account, host, signal) =>
      ask(account, signal, async (client) => {
        const { url } = await client.createOrder({ identifiers: [{ type: 'dns', value: host }] })
        return url
      }),
    look: (account, orderUrl, signal) =>
      ask(account, signal, async (client, _, call) => {
        const order = await readOrder(client, orderUrl)
        const found = await readChallenge(client, order)
        const answer = found ? await client.getChallengeKeyAuthorization(found) : ''
        const challenge = found ? { token: found.token, answer, status: found.status } : undefined
        const error = errorOf(found) || errorOf(order)
        return { status: order.status, challenge, error, retryAfterMs: call.retryAfterMs } satisfies AcmeOrder
      }),
    challengeIsReady: (account, orderUrl, signal) =>
      ask(account, signal, async (client) => {
        const challenge = await readChallenge(client, await readOrder(client, orderUrl))
        if (challenge) await client.completeChallenge(challenge)
      }),
    finalize: (account, orderUrl, host, key, signal) =>
      ask(account, signal, async (client, library) => {
        const [, request] = await library.crypto.createCsr({ altNames: [host] }, key.reveal())
        await client.finalizeOrder(await readOrder(client, orderUrl), request)
      }),
    download: (account: AcmeAccount, orderUrl, signal) =>
      ask(account, signal, async (client) => client.getCertificate(await readOrder(client, orderUrl))),
  }
}

function errorOf(item: object | undefined): string {
  const error: unknown = item && 'error' in item ? item.error : undefined
  return error ? problemWords(JSON.stringify(error), 0) : ''
}

function inOurWords({ access, refusal }: Call, error: unknown): AcmeError {
  const where = new URL(access.directoryUrl).host
  if (error instanceof OutboundError)
    return new AcmeError('unreachable', `the certificate authority ${where} could not be reached: ${error.message}`)
  if (!refusal) {
    const words = error instanceof Error ? error.message : String(error)
    return new AcmeError('refused', `the certificate authority ${where} gave no fit answer: ${words.slice(0, 300)}`)
  }
  const { status, body } = refusal
  const words = `the certificate authority ${where} said: ${problemWords(body, status)}`
  if (problemType(body) === 'accountDoesNotExist') return new AcmeError('no-account', words)
  return new AcmeError(status === 404 ? 'no-order' : 'refused', words, refusal.retryAfterMs)
}
