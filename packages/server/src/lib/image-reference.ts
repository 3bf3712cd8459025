// Image references as engines and registries read them: `[host[:port]/]path[:tag][@digest]` (the distribution
// grammar, with the defaults that engines put in). https://github.com/distribution/reference
import { accepted, type Parsed, quoted, refused } from './parsed.ts'

export interface ImageReference {
  /** Host and port of the registry. */
  registry: string
  /** The repository in that registry, such as `library/nginx`. */
  path: string
  /** Undefined only beside a digest. */
  tag: string | undefined
  digest: string | undefined
}

export const maxReferenceLength = 255
const defaultRegistry = 'docker.io'
const officialPrefix = 'library/'

const hostLabel = /^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$/
const ipv6 = /^\[[a-fA-F0-9:]+\]$/
const pathPart = /^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*$/
const tagShape = /^\w[\w.-]{0,127}$/
const digestShape = /^[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/
const digestLengths: Record<string, number> = { sha256: 64, sha384: 96, sha512: 128 }

export function parseImageReference(text: string): Parsed<ImageReference> {
  if (text === '') return refused('an image is missing: name one, such as "nginx:1.27"')
  if (text.length > maxReferenceLength) {
    return refused(
      `the image ${quoted(text)} is ${text.length} characters long; at most ${maxReferenceLength} are allowed`,
    )
  }
  if (text.includes('://')) {
    return refused(
      `the image ${quoted(text)} starts with a scheme: leave out ${quoted(text.slice(0, text.indexOf('://') + 3))}`,
    )
  }
  const parts = takeApart(text)
  const problem = findProblem(text, parts)
  if (problem !== undefined) return refused(`the image ${quoted(text)} is not valid: ${problem}`)
  return accepted(withDefaults(parts))
}

/** A registry as people name it, in the form that references carry: `ghcr.io`, `registry.test:5000`. */
export function parseRegistryHost(text: string): Parsed<string> {
  const host = text.toLowerCase()
  if (host.includes('/')) return refused(`${quoted(text)} is more than a host: leave out the scheme and the path`)
  if (!looksLikeHost(host) || !isHost(host))
    return refused(`${quoted(text)} is not a registry host, such as "ghcr.io" or "registry.example.com:5000"`)
  return accepted(canonicalHost(host))
}

/** The whole reference, with nothing left to defaults. */
export function formatReference({ registry, path, tag, digest }: ImageReference): string {
  return `${registry}/${path}${suffix(tag, digest)}`
}

/** As people write it and engines list it: without the default registry. */
export function familiarReference({ registry, path, tag, digest }: ImageReference): string {
  if (registry !== defaultRegistry) return `${registry}/${path}${suffix(tag, digest)}`
  const rest = path.startsWith(officialPrefix) ? path.slice(officialPrefix.length) : path
  return `${rest.includes('/') ? path : rest}${suffix(tag, digest)}`
}

export function sameRepository(a: ImageReference, b: ImageReference): boolean {
  return a.registry.toLowerCase() === b.registry.toLowerCase() && a.path === b.path
}

/** Pinned to a digest. The tag stays for people to read; engines go by the digest when both are there. */
export function withDigest(reference: ImageReference, digest: string): ImageReference {
  const problem = findDigestProblem(digest)
  if (problem !== undefined) throw new Error(problem)
  return { ...reference, digest }
}

interface Parts {
  host: string | undefined
  path: string
  tag: string | undefined
  digest: string | undefined
}

function takeApart(text: string): Parts {
  const [beforeDigest = '', digest] = splitAtFirst(text, '@')
  const lastSlash = beforeDigest.lastIndexOf('/')
  const colon = beforeDigest.indexOf(':', lastSlash + 1)
  const name = colon < 0 ? beforeDigest : beforeDigest.slice(0, colon)
  const tag = colon < 0 ? undefined : beforeDigest.slice(colon + 1)
  const [first = '', rest] = splitAtFirst(name, '/')
  if (rest === undefined || !looksLikeHost(first)) return { host: undefined, path: name, tag, digest }
  return { host: first, path: rest, tag, digest }
}

/** What engines go by: `team/web` is a path, `registry.test/web`, `localhost/web` and `HOST/web` name a host. */
function looksLikeHost(text: string): boolean {
  return /[.:]/.test(text) || text === 'localhost' || text !== text.toLowerCase()
}

function findProblem(text: string, { host, path, tag, digest }: Parts): string | undefined {
  if (/\s/.test(text)) return 'it contains a space'
  if (host !== undefined && !isHost(host)) return `${quoted(host)} is not a registry host`
  if (path === '') return 'the name of the repository is missing'
  if (path !== path.toLowerCase()) return `the repository ${quoted(path)} must be in lower case`
  const wrong = path.split('/').find((part) => !pathPart.test(part))
  if (wrong === '') return 'there is an empty part between slashes'
  if (wrong !== undefined) {
    return `${quoted(wrong)} may have only letters a-z and digits, with single ".", "_", "__" or "-" between them`
  }
  if (host === undefined && /^[a-f0-9]{64}$/.test(path)) return 'it reads like the id of an image; name a repository'
  if (tag === '') return 'the tag after ":" is missing'
  if (tag !== undefined && !tagShape.test(tag)) {
    return `the tag ${quoted(tag)} may have up to 128 letters, digits, "_", "." and "-", and starts with none of the last two`
  }
  return digest === undefined ? undefined : findDigestProblem(digest)
}

function isHost(text: string): boolean {
  const match = /^(.*?)(?::(\d{1,5}))?$/.exec(text)
  const [, name = '', port] = match ?? []
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65535)) return false
  return ipv6.test(name) || name.split('.').every((label) => hostLabel.test(label))
}

function findDigestProblem(digest: string): string | undefined {
  const [algorithm = '', hex = ''] = splitAtFirst(digest, ':')
  const length = Object.hasOwn(digestLengths, algorithm) ? digestLengths[algorithm] : undefined
  const isRight = length === undefined ? digestShape.test(digest) : hex.length === length && /^[a-f0-9]+$/.test(hex)
  return isRight ? undefined : `${quoted(digest)} is not a digest, such as "sha256:" and 64 hexadecimal digits`
}

function withDefaults({ host, path, tag, digest }: Parts): ImageReference {
  const registry = host === undefined ? defaultRegistry : canonicalHost(host)
  return {
    registry,
    path: registry === defaultRegistry && !path.includes('/') ? officialPrefix + path : path,
    tag: tag ?? (digest === undefined ? 'latest' : undefined),
    digest,
  }
}

/** The default registry is known by more than one name. */
function canonicalHost(host: string): string {
  return host === `index.${defaultRegistry}` || host === `registry-1.${defaultRegistry}` ? defaultRegistry : host
}

function suffix(tag: string | undefined, digest: string | undefined): string {
  return `${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`
}

function splitAtFirst(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
