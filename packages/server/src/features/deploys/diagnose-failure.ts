// From facts about a failed deploy to what its author is told: a known class by its text, then what can be seen of the
// container, then `unknown`. Everything that comes out is redacted. Spec 2.14, 7.3.
import type { DriverErrorKind } from '../../drivers/container/container.ts'
import { quoted } from '../../lib/parsed.ts'
import { redact } from '../../lib/redact.ts'
import { exitMeaning } from './exit-meaning.ts'
import {
  type DeployFailure,
  type FailureCode,
  type FailurePhase,
  failureCodes,
  fillSentence,
  type Words,
} from './failure-codes.ts'
import { recogniseFailure } from './known-failures.ts'
import { type ExcerptLimits, logExcerpt } from './log-excerpt.ts'

export interface FailureFacts {
  phase: FailurePhase
  /** Set when the control plane itself decided it: a hold, a gate, a time limit, a guard. */
  decided?: { code: FailureCode; words?: Words } | undefined
  image?: string | undefined
  node?: string | undefined
  driver?: { kind: DriverErrorKind; message: string } | undefined
  /** Lines of the build or of the container, oldest first. */
  log: readonly string[]
  container?: ContainerFacts | undefined
  /** The port that the app is configured to listen on. */
  port?: number | undefined
  /** Undefined when nobody could look. */
  listening?: readonly { port: number; isLoopbackOnly: boolean }[] | undefined
  probe?: ProbeFacts | undefined
  /** Required variables and secrets without a value. */
  missingEnv?: readonly string[] | undefined
}

export interface ContainerFacts {
  /** Undefined while it runs. */
  exitCode: number | undefined
  oomKilled: boolean
  /** As the user wrote it, such as `512Mi`. */
  memoryLimit?: string | undefined
}

/** How the last probe went; `target` is such as `GET /health` or `a connection`. */
export type ProbeFacts =
  | { result: 'status'; target: string; status: number }
  | { result: 'timeout'; target: string; timeoutMs: number }
  | { result: 'refused'; target: string }
  | { result: 'unsteady'; target: string }
  | { result: 'exit'; target: string; exitCode: number }
  | { result: 'error'; target: string; message: string }

interface Verdict {
  code: FailureCode
  words: Words
  next?: string | undefined
  retryable?: boolean | undefined
}

export function diagnose(seen: FailureFacts, secrets: readonly string[], limits: ExcerptLimits): DeployFailure {
  // Sentences shorten what they quote, and half a secret is not recognised any more: take secrets out first.
  const hide = (text: string) => redact(text, secrets)
  const facts = { ...seen, driver: seen.driver && { ...seen.driver, message: hide(seen.driver.message) } }
  const verdict = decided(facts) ?? known(facts) ?? seenAtRuntime(facts) ?? lastResort(facts)
  const { cause, next, retryable } = failureCodes[verdict.code]
  const words = mapWords({ ...commonWords(facts), ...verdict.words }, hide)
  return {
    code: verdict.code,
    cause: fillSentence(cause, words),
    next: fillSentence(verdict.next ?? next, words),
    log_excerpt: logExcerpt(relevantLines(facts), secrets, limits),
    retryable: verdict.retryable ?? retryable,
  }
}

function decided({ decided: decision, driver }: FailureFacts): Verdict | undefined {
  if (decision) return { code: decision.code, words: decision.words ?? {} }
  return driver?.kind === 'unreachable' ? { code: 'runtime_unreachable', words: {} } : undefined
}

function known({ phase, driver, log, container }: FailureFacts): Verdict | undefined {
  const exitCode = container && ranOutOfMemory(container) ? undefined : container?.exitCode
  const hasExited = exitCode !== undefined && exitCode < 128
  const recognised = recogniseFailure({ phase, error: driver?.message ?? '', log, hasExited })
  if (!recognised) return undefined
  const { failure, words } = recognised
  return { code: failure.code, words, next: failure.next, retryable: failure.retryable }
}

/** What is most certain comes first: a process that is gone listens nowhere, and what listens nowhere is not ready. */
function seenAtRuntime(facts: FailureFacts): Verdict | undefined {
  const { container, missingEnv = [] } = facts
  if (missingEnv.length > 0) return { code: 'missing_env', words: { names: missingEnv.join(', ') } }
  if (container && ranOutOfMemory(container)) return outOfMemory(container)
  if (container?.exitCode !== undefined) {
    return { code: 'container_crashed', words: { detail: exitMeaning(container.exitCode) } }
  }
  return notListening(facts) ?? notReady(facts)
}

/** An exit can overtake the engine's news of the kill: a killed container with a limit has met it, in all likelihood. */
function ranOutOfMemory({ oomKilled, exitCode, memoryLimit }: ContainerFacts): boolean {
  return oomKilled || (exitCode === 137 && memoryLimit !== undefined)
}

/** The kernel may have killed a child only; the first process then goes on, or ends with a code of its own. */
function outOfMemory({ exitCode, memoryLimit, oomKilled }: ContainerFacts): Verdict {
  const limit = memoryLimit && `its limit of ${memoryLimit}`
  const rest = exitCode === undefined ? 'went on' : `ended with exit code ${exitCode}`
  const victim = exitCode === 137 ? undefined : `a child process; the main process ${rest}`
  return { code: 'oom_killed', words: { limit, victim, subject: oomKilled ? undefined : 'Most likely the app' } }
}

function notListening({ port, listening, probe }: FailureFacts): Verdict | undefined {
  if (port === undefined) return undefined
  if (!listening) {
    const wasRefused = probe?.result === 'refused'
    return wasRefused ? { code: 'port_not_listening', words: { detail: 'connections to it are refused' } } : undefined
  }
  const there = listening.filter((listener) => listener.port === port)
  if (there.some(({ isLoopbackOnly }) => !isLoopbackOnly)) return undefined
  if (there.length > 0) {
    const detail = 'the app listens there only on 127.0.0.1, where nothing outside its container reaches it'
    return {
      code: 'port_not_listening',
      words: { detail },
      next: 'Make the app listen on 0.0.0.0:{port|} (often a HOST variable), and deploy again.',
    }
  }
  return { code: 'port_not_listening', words: { detail: elsewhere(listening) }, next: moveNext(listening) }
}

function elsewhere(listening: readonly { port: number; isLoopbackOnly: boolean }[]): string {
  if (listening.length === 0) return 'nothing listens there, nor on any other port'
  const ports = [...new Set(listening.map(portText))]
  return `nothing listens there; the app listens on ${ports.join(' and ')}`
}

function portText({ port, isLoopbackOnly }: { port: number; isLoopbackOnly: boolean }): string {
  return isLoopbackOnly ? `${port} (only on 127.0.0.1)` : String(port)
}

/** With one candidate the answer can be as plain as a number. */
function moveNext(listening: readonly { port: number; isLoopbackOnly: boolean }[]): string | undefined {
  const [candidate, ...others] = new Set(
    listening.filter((listener) => !listener.isLoopbackOnly).map(({ port }) => port),
  )
  if (candidate === undefined || others.length > 0) return undefined
  return `Set the port of the app to ${candidate}, or make it listen on 0.0.0.0:{port|}, and deploy again.`
}

function notReady({ probe }: FailureFacts): Verdict | undefined {
  return probe && { code: 'health_check_failed', words: { detail: probeText(probe) } }
}

function probeText(probe: ProbeFacts): string {
  switch (probe.result) {
    case 'status':
      return `${probe.target} answered with status ${probe.status}`
    case 'timeout':
      return `${probe.target} got no answer within ${probe.timeoutMs} ms`
    case 'refused':
      return `${probe.target} was refused`
    case 'unsteady':
      return `${probe.target} succeeds now and then, but not twice in a row`
    case 'exit':
      return `${probe.target} ended with exit code ${probe.exitCode}`
    case 'error':
      return `${probe.target} failed: ${probe.message}`
  }
}

/** The phase alone tells the class of a pull or push; otherwise the engine's own words are the best there is. */
function lastResort({ phase, driver }: FailureFacts): Verdict {
  const said = driver && `the engine said ${quoted(driver.message)}`
  if (said && phase === 'pulling') return { code: 'image_pull_failed', words: { detail: said } }
  if (said && phase === 'pushing') return { code: 'registry_push_failed', words: { detail: said } }
  return { code: 'unknown', words: { detail: said && `The deploy failed while ${phase}: ${said}` } }
}

function commonWords({ phase, image, node, port }: FailureFacts): Words {
  return {
    image: phase === 'building' ? 'that the build starts from' : image && quoted(image),
    node: node && quoted(node),
    port: port === undefined ? undefined : String(port),
  }
}

function relevantLines({ log, driver }: FailureFacts): readonly string[] {
  const message = driver?.message ?? ''
  return message === '' || log.some((line) => line.includes(message)) ? log : [...log, message]
}

function mapWords(words: Words, change: (text: string) => string): Words {
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text && change(text)]))
}
