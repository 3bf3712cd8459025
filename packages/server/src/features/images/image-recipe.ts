// What a platform image is made of, and the pure rules about it: its local tag, its fingerprint, its state on an engine.
import { createHash } from 'node:crypto'
import type { EngineImage } from '../../drivers/container/container.ts'

/** Debian suites that recipes may name; the mirror that the host uses carries them side by side. */
export type Suite = 'bullseye' | 'bookworm' | 'trixie' | 'forky' | 'sid' | 'experimental'

export interface ImageRecipe {
  /** Name and version, such as `postgres:15`; the local tag is `levelrail/` and this. */
  name: string
  purpose: string
  /** What is pulled where a registry answers; undefined when nobody else publishes it. */
  official?: string
  /** Tried in this order; the later ones stand in when a mirror lacks the first. */
  suites: Suite[]
  packages: string[]
  /** Packages, by version with `*`, that the suite experimental may give; all others come from sid even there. */
  fromExperimental?: Record<string, string>
  /** Folders under `packages/server/images`, copied over the root in this order. */
  overlays: string[]
  /** Paths, with `*`, that are removed from the root: what the packages bring and the image never uses. */
  trims: string[]
  config: ImageConfig
  /** Engines cannot store this with an import: whoever creates the container passes it. */
  stopSignal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT' | 'SIGUSR1'
}

export interface ImageConfig {
  env: Record<string, string>
  entrypoint?: string[]
  command: string[]
  ports: number[]
  volumes: string[]
  workdir?: string
}

export interface OverlayFile {
  path: string
  isExecutable: boolean
  content: Buffer
}

export const labels = {
  recipe: 'levelrail.recipe',
  hash: 'levelrail.recipe-hash',
  suite: 'levelrail.recipe-suite',
} as const

export type ImageState = 'missing' | 'outdated' | 'built' | 'pulled'

export function localTag(name: string): string {
  return `levelrail/${name}`
}

/** Changes whenever the image would come out different for a reason of ours; new package versions do not count. */
export function recipeHash(recipe: ImageRecipe, files: OverlayFile[]): string {
  const { name, suites, packages, overlays, trims, config, fromExperimental } = recipe
  const hash = createHash('sha256')
  hash.update(JSON.stringify([name, suites, packages, overlays, trims, sortKeys(config)]))
  if (fromExperimental !== undefined) hash.update(JSON.stringify(fromExperimental))
  for (const file of files.toSorted((left, right) => (left.path < right.path ? -1 : 1)))
    hash.update(JSON.stringify([file.path, file.isExecutable, file.content.length])).update(file.content)
  return hash.digest('hex').slice(0, 16)
}

export function imageState(recipe: ImageRecipe, hash: string, image: EngineImage | undefined): ImageState {
  if (image === undefined) return 'missing'
  if (image.labels[labels.hash] === hash) return 'built'
  return image.tags.includes(pulledTag(recipe)) ? 'pulled' : 'outdated'
}

/** Beside its own, a pulled image has a tag that says as what: with another version in the recipe it is pulled anew. */
export function pulledTag({ name, official = '' }: Pick<ImageRecipe, 'name' | 'official'>): string {
  return `${localTag(name)}${pulledMark}${official.slice(official.lastIndexOf(':') + 1)}`
}

export const pulledMark = '-pulled-as-'

/** The image's settings as the Dockerfile lines that an import accepts. */
export function importChanges(config: ImageConfig): string[] {
  const lines = Object.entries(config.env).map(([key, value]) => `ENV ${key}=${JSON.stringify(value)}`)
  if (config.entrypoint !== undefined) lines.push(`ENTRYPOINT ${JSON.stringify(config.entrypoint)}`)
  lines.push(`CMD ${JSON.stringify(config.command)}`)
  if (config.ports.length > 0) lines.push(`EXPOSE ${config.ports.join(' ')}`)
  if (config.volumes.length > 0) lines.push(`VOLUME ${JSON.stringify(config.volumes)}`)
  if (config.workdir !== undefined) lines.push(`WORKDIR ${config.workdir}`)
  return lines
}

/** `haproxy:3.4` and a digest give `haproxy@sha256:...`: what is pulled is exactly what was looked up. */
export function pinned(reference: string, digest: string): string {
  return `${reference.slice(0, reference.lastIndexOf(':'))}@${digest}`
}

function sortKeys(config: ImageConfig): unknown {
  return Object.entries(config)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => [key, value])
}
