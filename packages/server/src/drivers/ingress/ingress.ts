// What the control plane asks of its reverse proxy: which hosts and paths lead to which app, and where its replicas
// are. Plain data; how a proxy is told so is the matter of the kind beside this file.
import type { Secret } from '../../lib/secret.ts'
import type { IngressRules } from './ingress-rules.ts'
import type { Counters, WorkerCounters } from './request-counters.ts'

export interface Listen {
  /** An IP address; `0.0.0.0` and `::` are every interface of their family. */
  host: string
  port: number
}

export interface Route {
  /** A host name in lower case, or `*.` and one, which stands for one more label in front. */
  host: string
  /** Begins and ends with `/`. The longest that fits wins. */
  path: string
  app: string
  /** The port of its replicas that is dialled, where that is not the port of the app: then there is an app `<app>:<port>`. */
  port?: number
  /** Requests that came without TLS are sent to HTTPS. */
  isSentToHttps?: boolean
  /** How long browsers may ask for nothing but HTTPS; told over HTTPS alone. */
  hstsSeconds?: number
  /** Requests are sent to this host instead, with path and query as they are. */
  redirectTo?: string
}

/** What answers TLS for some hosts. */
export interface IngressCertificate {
  /** Another one when anything of it changes, its hosts included: letters and digits of a hash. */
  name: string
  hosts: string[]
  /** The chain and its private key as PEM; asked for only where the proxy does not have it yet. */
  open: () => Secret
}

export interface TlsPlan {
  listen: Listen[]
  /** Answers where none of the others fits. */
  fallback: IngressCertificate
  certificates: IngressCertificate[]
  /** HTTP/3 is not offered, though the proxy could: another program has the port. */
  isWithoutQuic?: boolean
}

export interface Upstream {
  /** Known by its name in the proxy. */
  name: string
  address: string
  port: number
  /** `draining`: it finishes what it has begun and gets nothing new. */
  state: 'serving' | 'draining'
}

export interface IngressApp {
  name: string
  upstreams: Upstream[]
  /** Undefined where there are none. */
  rules?: IngressRules | undefined
  /** The share of its requests, in percent, that goes to the app `<app>:canary`. */
  canaryWeight?: number
}

/** What proves to a certificate authority that a host is ours: it asks for the token and must get the answer. */
export interface Challenge {
  token: string
  answer: string
}

/** In place of an app: the platform itself. No app can be called so. */
export const platformApp = 'levelrail.platform'

export interface ClientTimeouts {
  /** For all of the head of a request. */
  headSeconds: number
  /** Without a byte, in the middle of a body or of an answer. */
  idleSeconds: number
}

export interface IngressPlan {
  listen: Listen[]
  /** Addresses or networks whose X-Forwarded-* headers are believed. */
  trustedProxies: string[]
  /** Answered over HTTP for every host, before anything else. */
  challenges: Challenge[]
  /** Shown to the platform, so that it believes what the proxy says of clients. */
  platformProof?: string
  routes: Route[]
  apps: IngressApp[]
  /** The port of HTTPS as clients know it: another one than is listened on behind a port forward or a proxy. */
  publicHttpsPort?: number
  /** Where they are not the usual ones. */
  clientTimeouts?: ClientTimeouts
  /** Without it requests are taken without TLS alone. */
  tls?: TlsPlan
}

/** What of a plan could not be done, while the rest is. */
export interface IngressFault {
  kind: 'port-taken' | 'certificate-refused'
  message: string
}

export type IngressErrorKind = 'image-missing' | 'port-taken' | 'invalid' | 'unreachable' | 'failed'

export class IngressError extends Error {
  readonly kind: IngressErrorKind

  constructor(kind: IngressErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'IngressError'
    this.kind = kind
  }
}

export interface Ingress {
  /**
   * Makes the proxy so, and comes back when it is. The plan is asked for when it is this call's turn: whoever comes
   * later never has an older one. Tells what could not be done and holds up nothing else. Throws IngressError, or
   * DriverError where the engine itself fails.
   */
  converge(plan: () => Promise<IngressPlan>, signal: AbortSignal): Promise<IngressFault[]>
  /**
   * How much the proxy has under way with these upstreams of an app, by their names. As all that only asks, it does not
   * wait for a proxy that is stopped, which has nothing; it does for one that is about to answer.
   */
  countSessions(app: string, upstreams: string[], signal: AbortSignal): Promise<number>
  /**
   * What every process of the proxy counted since it began. One that finishes after a reload stays, once finished, until
   * it is released. `isKnown` says that the figures of apps are kept already: then routes are left out.
   */
  readCounters(
    isKnown: (worker: string, apps: Map<string, Counters>) => boolean,
    signal: AbortSignal,
  ): Promise<WorkerCounters[]>
  /** Lets finished processes end, when their last figures are kept. */
  releaseWorkers(workers: string[], signal: AbortSignal): Promise<void>
  /** Starts the proxy's process anew from its files; what it has under way goes on. */
  reload(signal: AbortSignal): Promise<void>
  /** Takes the proxy away; requests are refused from then on. */
  remove(signal: AbortSignal): Promise<void>
  /** Forgets connections; the proxy goes on. */
  close(): void
}
