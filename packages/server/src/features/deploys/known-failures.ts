// Known classes of failure, recognised by text: the first stage of a diagnosis. Spec 7.3. Texts differ between engines,
// so patterns are loose and count only in the phases where they can mean what they say. The first that matches wins.
import { stripVTControlCharacters } from 'node:util'
import { quoted } from '../../lib/parsed.ts'
import { buildFailures } from './build-failures.ts'
import { type FailurePhase, fillSentence, type KnownFailure, type Words } from './failure-codes.ts'
import { registryFailures } from './registry-failures.ts'
import { startFailures } from './start-failures.ts'

export interface FailureTexts {
  phase: FailurePhase
  /** What ended the phase, in the words of the engine; empty when nothing did. */
  error: string
  log: readonly string[]
  /** The container ended with an exit code of its own: no signal, no lack of memory. */
  hasExited: boolean
}

export interface RecognisedFailure {
  failure: KnownFailure
  words: Words
}

const maxErrorLength = 8000
const maxLogLines = 200
const all = ['queued', 'building', 'pushing', 'pulling', 'starting', 'probing', 'switching', 'draining'] as const

const hostFailures: readonly KnownFailure[] = [
  // Whatever else was said: without room nothing works. File watchers run out by the same number, not for want of disk.
  {
    code: 'disk_full',
    phases: all,
    where: 'either',
    pattern: /no space left on device|ENOSPC(?!: System limit for number of file watchers)|disk quota exceeded/i,
  },
  {
    code: 'runtime_unreachable',
    phases: all,
    where: 'error',
    pattern:
      /cannot connect to the docker daemon|container engine at \S+ does not answer|connect (?:ECONNREFUSED|ENOENT|EACCES) \S+\.sock/i,
  },
]

const knownFailures = [...hostFailures, ...buildFailures, ...registryFailures, ...startFailures]

export function recogniseFailure(texts: FailureTexts): RecognisedFailure | undefined {
  const error = texts.error.slice(0, maxErrorLength)
  const log = stripVTControlCharacters(texts.log.slice(-maxLogLines).join('\n'))
  for (const failure of knownFailures) {
    if (!failure.phases.includes(texts.phase)) continue
    if (failure.afterExit && !texts.hasExited) continue
    if (failure.alsoInLog && !failure.alsoInLog.test(log)) continue
    const inError = failure.where === 'log' ? null : failure.pattern.exec(error)
    const match = inError ?? (failure.where === 'error' ? null : failure.pattern.exec(log))
    if (match) return { failure, words: wordsOf(failure, match.groups ?? {}) }
  }
  return undefined
}

function wordsOf(failure: KnownFailure, groups: Words): Words {
  const found = Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, shorten(text)]))
  const told = Object.entries(failure.words ?? {}).map(([name, text]) => [name, fillSentence(text ?? '', found)])
  const image = found.image === undefined ? {} : { image: quoted(found.image) }
  return { ...found, ...image, ...Object.fromEntries(told) }
}

function shorten(text: string | undefined): string | undefined {
  return text !== undefined && text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text
}
