// What engines say when a registry does not give or take an image. Builds pull their base images.
// Which of the reasons it was decides what to do, so each has a sentence of its own.
import type { KnownFailure } from './failure-codes.ts'

const pulling = ['pulling', 'building'] as const
const pushing = ['pushing'] as const
const registrySilent = 'Deploy again when the registry answers; nothing about the app has to change.'

export const registryFailures: readonly KnownFailure[] = [
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /^pull stalled: no data of \S+ came for (?<time>[\d.]+ s)/,
    words: { detail: 'its registry fell silent in the middle of it, and nothing came for {time|a while}' },
    next: registrySilent,
    retryable: true,
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /^pull took too long: \S+ did not come in (?<time>\d+ minutes)/,
    words: { detail: 'it did not come in {time|time}' },
    next: 'Deploy again when the way to the registry is faster, or raise APP_PULL_TIMEOUT.',
    retryable: true,
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /^the registry credential cannot be opened: (?<reason>[^\n]+)/,
    words: { detail: 'the registry credential cannot be opened ({reason|its key is not there})' },
    next: 'Give the control plane the master key that it was sealed with, or set the password of the credential anew.',
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern:
      /no matching manifest for (?<platform>\S+)|image operating system .* cannot be used|no match for platform/i,
    words: { detail: 'it is not made for the platform of the node ({platform|see the lines below})' },
    next: 'Build the image for that platform too, or place the app on a node that it is made for.',
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /toomanyrequests|429 Too Many Requests/i,
    words: { detail: 'the registry limits how often it may be asked' },
    next: 'Deploy again later, or add credentials for the registry, which raise the limit.',
    retryable: true,
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /no basic auth credentials/i,
    words: { detail: 'its registry asks for credentials, and none are set' },
    next: 'Add credentials for the registry and deploy again.',
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /pull access denied|repository does not exist or may require/i,
    words: { detail: 'there is no such repository, or it is private and the credentials do not open it' },
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /unauthorized|denied|insufficient_scope|authorization failed|40[13] (?:Unauthorized|Forbidden)/i,
    words: { detail: 'the registry denied access with the credentials that are set' },
    next: 'Correct the credentials for the registry, or give them the right to pull, and deploy again.',
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern:
      /lookup (?<host>[^\s:]+)[^\n]*: (?:no such host|server misbehaving|i\/o timeout)|lookup [^\n]*Temporary failure in name resolution/i,
    words: { detail: 'the registry host "{host|}" is not known to the name servers of the node' },
    next: 'Check the host in the name of the image and the name servers of the node, then deploy again.',
    retryable: true,
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /x509: (?<reason>[^\n]+)|server gave HTTP response to HTTPS client|tls: [^\n]+/i,
    words: { detail: 'the registry cannot be trusted ({reason|its TLS answer is not valid})' },
    next: 'Give the registry a valid certificate, or let the engine of the node trust it, and deploy again.',
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern:
      /manifest (?:for (?<image>\S+) )?not found|manifest unknown|name unknown|(?:^|\s)(?<image>[\w./-]+(?::\d+\/[\w./-]+)?:[\w.-]+): not found\s*$/i,
    words: { detail: 'its registry has no such repository or tag' },
    next: 'Correct the name or tag of the image, or push it to the registry, and deploy again.',
  },
  {
    code: 'image_pull_failed',
    phases: ['pulling', 'starting'],
    where: 'error',
    pattern: /No such image: (?<image>\S+)/i,
    words: { detail: 'it is not on the node' },
    next: 'Set the pull policy of the app to "missing" or "always", or load the image on the node, and deploy again.',
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern: /invalid reference format|repository name must be/i,
    words: { detail: 'its name is not valid' },
    next: 'Correct the name of the image and deploy again.',
  },
  {
    code: 'image_pull_failed',
    phases: pulling,
    where: 'error',
    pattern:
      /dial tcp (?<host>\S+?): [^\n]*(?:connection refused|no route to host|network is unreachable|i\/o timeout)|Client\.Timeout exceeded|context deadline exceeded|TLS handshake timeout|connection reset by peer|unexpected EOF|": EOF\b|50[0234] (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway)/i,
    words: { detail: 'its registry {host|} does not answer' },
    next: registrySilent,
    retryable: true,
  },

  // Pushes: the code is the same for all reasons, the sentence is not.
  {
    code: 'registry_push_failed',
    phases: pushing,
    where: 'error',
    pattern: /unauthorized|denied|no basic auth credentials|insufficient_scope|40[13] (?:Unauthorized|Forbidden)/i,
    words: { detail: 'the registry denied it with the credentials that are set' },
    next: 'Correct the credentials for the registry, or give them the right to push, and deploy again.',
  },
  {
    code: 'registry_push_failed',
    phases: pushing,
    where: 'error',
    pattern: /dial tcp|no such host|timeout|connection (?:refused|reset)|EOF|50[0234] /i,
    words: { detail: 'the registry does not answer' },
    next: registrySilent,
  },
]
