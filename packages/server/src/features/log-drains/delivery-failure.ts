// Why lines could not be delivered, in words for who reads the condition of the app: what is wrong and what to do. Never
// the address, which holds secrets. Pure.
import type { OutboundError, OutboundProblem } from '../../lib/checked-address.ts'

export class DeliveryFailed extends Error {
  readonly reason: string
  /** The receiver is there and does not want these lines. */
  readonly isRefusal: boolean
  constructor(reason: string, message: string, isRefusal = false) {
    super(message)
    this.name = 'DeliveryFailed'
    this.reason = reason
    this.isRefusal = isRefusal
  }
}

const words: Record<OutboundProblem, [reason: string, message: string]> = {
  'not-allowed': [
    'DestinationRefused',
    'the log drain leads to a private, local or special address; use a public one, or allow its network with APP_ALLOW_PRIVATE_DESTINATIONS',
  ],
  unresolved: ['NameNotFound', 'the host of the log drain has no address; correct its name, or look at DNS'],
  unreachable: [
    'Unreachable',
    'the receiver of the log drain cannot be reached; see whether it runs and its port is open',
  ],
  timeout: [
    'TimedOut',
    'the receiver of the log drain gave no answer in time; see whether it runs and is not overloaded',
  ],
  tls: ['TlsFailed', 'the receiver of the log drain could not prove who it is; look at its certificate'],
}

export function failureOf({ kind, message }: OutboundError): DeliveryFailed {
  const [reason, text] = words[kind]
  return new DeliveryFailed(reason, kind === 'unreachable' || kind === 'tls' ? `${text} (${message})` : text)
}

/** Undefined when the answer says that the lines were taken. */
export function failureOfStatus(status: number): DeliveryFailed | undefined {
  if (status >= 200 && status < 300) return undefined
  const said = `the receiver of the log drain answered ${status}`
  if (status >= 300 && status < 400)
    return new DeliveryFailed('Redirected', `${said}, a redirect, which is not followed; set the address it leads to`)
  if (status === 401 || status === 403)
    return new DeliveryFailed('NotAuthorized', `${said}; set the drain anew with a key or header that it accepts`)
  const isRefusal = [400, 413, 415, 422].includes(status)
  if (isRefusal) return new DeliveryFailed('Rejected', `${said}; see whether it takes JSON lines at this address`, true)
  if (status === 404 || status === 405)
    return new DeliveryFailed('Rejected', `${said}; correct the path of the address`)
  return new DeliveryFailed('Rejected', `${said}; look there why`)
}
