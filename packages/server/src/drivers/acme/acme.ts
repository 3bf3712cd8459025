// A certificate authority that is asked by ACME (RFC 8555), one step at a time, so that whoever asks can keep how far it
// is. Every call ends with its signal.
import type { Secret } from '../../lib/secret.ts'

/** Which authority, and who we are there. */
export interface AcmeAccess {
  directoryUrl: string
  /** PEM of who signed the certificate of the authority's own server; empty trusts the public ones. */
  caCertificate: string
  /** Private networks in which the authority may be. */
  allowedNetworks: readonly string[]
  /** PEM. */
  accountKey: Secret
}

export interface AcmeAccount extends AcmeAccess {
  accountUrl: string
}

export interface AccountBinding {
  keyId: string
  /** Base64. */
  hmacKey: Secret
}

export interface AcmeOrder {
  status: 'pending' | 'ready' | 'processing' | 'valid' | 'invalid'
  /** What must be answered over HTTP while the order is pending. */
  challenge: { token: string; answer: string; status: 'pending' | 'processing' | 'valid' | 'invalid' } | undefined
  /** Why it is invalid, in the words of the authority. */
  error: string
  /** How long the authority wishes not to be asked about it. */
  retryAfterMs: number
}

export type AcmeErrorKind = 'unreachable' | 'refused' | 'no-account' | 'no-order' | 'order-failed'

export class AcmeError extends Error {
  readonly kind: AcmeErrorKind
  /** How long the authority wishes not to be asked. */
  readonly retryAfterMs: number

  constructor(kind: AcmeErrorKind, message: string, retryAfterMs = 0) {
    super(message)
    this.name = 'AcmeError'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

export interface Acme {
  /** PEM of a new private key, for an account or a certificate. */
  newKey(): Secret
  /** Makes the account of this key, or finds it; answers its URL. */
  register(access: AcmeAccess, email: string, binding: AccountBinding | undefined, signal: AbortSignal): Promise<string>
  /** Answers the URL of the new order. */
  order(account: AcmeAccount, host: string, signal: AbortSignal): Promise<string>
  look(account: AcmeAccount, orderUrl: string, signal: AbortSignal): Promise<AcmeOrder>
  /** Says that the challenge is answered now. */
  challengeIsReady(account: AcmeAccount, orderUrl: string, signal: AbortSignal): Promise<void>
  finalize(account: AcmeAccount, orderUrl: string, host: string, key: Secret, signal: AbortSignal): Promise<void>
  /** PEM of the certificate and those that lead to its issuer. */
  download(account: AcmeAccount, orderUrl: string, signal: AbortSignal): Promise<string>
}
