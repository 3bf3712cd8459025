// Text of others in the language of the proxy. Pure. A word is one word there, whatever it holds: `;` would end the
// command and begin another. What no escape makes harmless, a line end or a space in a file, is refused.
import { IngressError, type IngressPlan } from './ingress.ts'

const unwritable = /[\s\p{Cc}]/u

/** As an argument of a command for the socket. */
export function word(text: string): string {
  if (text === '' || unwritable.test(text)) throw new IngressError('invalid', `${JSON.stringify(text)} is no word`)
  return text.replaceAll(/[\\;#"'<]/g, '\\$&')
}

/** Throws unless everything in the plan can stand in the files: there a word ends at a space and cannot be quoted. */
export function checkPlan({ listen, trustedProxies, challenges, routes, apps, tls, platformProof }: IngressPlan): void {
  const names = apps.flatMap((app) => [app.name, ...app.upstreams.flatMap(({ name, address }) => [name, address])])
  const plain = [...names, ...trustedProxies, ...listen.map(({ host }) => host)]
  const secured = tls ? [tls.fallback, ...tls.certificates].flatMap(({ name, hosts }) => [name, ...hosts]) : []
  // In a value of the routes capitals are marks.
  const small = routes.flatMap(({ app, redirectTo }) => [app, redirectTo ?? ''])
  const odd =
    small.find((text) => !/^[a-z0-9._-]*$/.test(text)) ??
    secured.find((text) => !/^[A-Za-z0-9._*-]+$/.test(text)) ??
    plain.find((text) => !/^[A-Za-z0-9._:/-]+$/.test(text)) ??
    challenges.flatMap(({ token, answer }) => [token, answer]).find((text) => !/^[A-Za-z0-9._-]+$/.test(text)) ??
    routes.map(({ host, path }) => `${host}${path}`).find((key) => unwritable.test(key) || key.startsWith('#'))
  // It is a secret, so it is not repeated.
  if (platformProof !== undefined && !/^[a-f0-9]+$/.test(platformProof))
    throw new IngressError('invalid', 'the proof for the platform is not hexadecimal')
  if (odd !== undefined) throw new IngressError('invalid', `the proxy cannot be told ${JSON.stringify(odd)}`)
}
