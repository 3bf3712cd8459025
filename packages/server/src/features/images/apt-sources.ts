// Finds the package mirror in the host's own apt sources, so that no mirror is ever named here.
// Reads both formats: one-line `.list` files and deb822 `.sources` files. Pure: texts in, lines out.
import type { Suite } from './image-recipe.ts'

export interface AptSource {
  uri: string
  suites: string[]
  components: string[]
  /** Path of a keyring file; undefined when apt's trusted keys apply. */
  signedBy?: string
}

export interface AptMirror {
  archive: AptSource
  /** Where security updates come from, when the host uses them. */
  security?: AptSource
}

/** Suites with a security archive of their own; the others get fixes in the archive itself. */
const withSecurity: readonly Suite[] = ['bullseye', 'bookworm', 'trixie']

export function parseAptSources(files: { path: string; text: string }[]): AptSource[] {
  return files.flatMap(({ path, text }) => {
    if (path.endsWith('.sources')) return parseDeb822(text)
    return path.endsWith('.list') ? parseOneLine(text) : []
  })
}

/** The mirror of the host's own release: the one source that surely carries the distribution itself. */
export function chooseMirror(sources: AptSource[], codename: string): AptMirror | undefined {
  const own = [codename, 'stable', 'oldstable', 'testing', 'unstable', 'sid']
  const usable = sources.filter((source) => source.components.includes('main') && !source.uri.startsWith('cdrom:'))
  const archive = usable.find((source) => source.suites.some((suite) => own.includes(suite)))
  if (archive === undefined) return undefined
  const security = usable.find((source) => source.suites.some((suite) => /(-security|\/updates)$/.test(suite)))
  return { archive, ...(security === undefined ? {} : { security }) }
}

/** One-line sources of another suite from the same mirror. */
export function sourceLines(mirror: AptMirror, suite: Suite): string[] {
  // Experimental holds single packages that stand on sid.
  if (suite === 'experimental') return ['sid', suite].map((each) => sourceLine(mirror.archive, each))
  const lines = [sourceLine(mirror.archive, suite)]
  if (mirror.security !== undefined && withSecurity.includes(suite))
    lines.push(sourceLine(mirror.security, `${suite}-security`))
  return lines
}

/** apt's preferences that put these packages of experimental on a level with sid's, so that the newest of both is taken. */
export function preferences(fromExperimental: Record<string, string>): string {
  return Object.entries(fromExperimental)
    .map(([name, version]) => `Package: ${name}\nPin: version ${version}\nPin-Priority: 500\n`)
    .join('\n')
}

function sourceLine({ uri, signedBy }: AptSource, suite: string): string {
  return `deb ${signedBy === undefined ? '' : `[signed-by=${signedBy}] `}${uri} ${suite} main`
}

function parseOneLine(text: string): AptSource[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*deb\s+(?:\[(?<options>[^\]]*)\]\s+)?(?<uri>\S+)\s+(?<suite>\S+)(?<components>[^#]*)/.exec(
      line,
    )?.groups
    if (found?.uri === undefined || found.suite === undefined) return []
    const signedBy = /(?:^|\s)signed-by=(\S+)/i.exec(found.options ?? '')?.[1]
    return [source(found.uri, [found.suite], words(found.components), signedBy)]
  })
}

function parseDeb822(text: string): AptSource[] {
  return text.split(/\n(?:[ \t]*\n)+/).flatMap((stanza) => {
    const fields = parseFields(stanza)
    const isUsed =
      words(fields.get('types')).includes('deb') && !/^(no|false|0|off)$/i.test(fields.get('enabled') ?? '')
    if (!isUsed) return []
    const suites = words(fields.get('suites'))
    return words(fields.get('uris')).map((uri) =>
      source(uri, suites, words(fields.get('components')), fields.get('signed-by')),
    )
  })
}

function parseFields(stanza: string): Map<string, string> {
  const fields = new Map<string, string>()
  let current = ''
  for (const line of stanza.split('\n').filter((each) => !each.startsWith('#'))) {
    const field = /^([A-Za-z-]+):\s*(.*)$/.exec(line)
    if (field?.[1] !== undefined) {
      current = field[1].toLowerCase()
      fields.set(current, field[2]?.trim() ?? '')
    } else if (current !== '') fields.set(current, `${fields.get(current) ?? ''}\n${line.trim()}`)
  }
  return fields
}

function source(uri: string, suites: string[], components: string[], signedBy: string | undefined): AptSource {
  // A key written into the sources file itself has no path to pass on; apt's trusted keys are used then.
  const keyring = signedBy?.trim().startsWith('/') ? { signedBy: signedBy.trim() } : {}
  return { uri, suites, components, ...keyring }
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(Boolean)
}
