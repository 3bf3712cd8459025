// Why deploys fail: the one table of codes, with what each means to a person, what to do, and whether the same deploy
// can succeed unchanged. Spec 2.14, 7.3, ruling 18. `known-failures.ts` and `diagnose-failure.ts`
// tell which it is. In sentences, `{word|otherwise}` stands for a fact, or for what to say when it is not known.

export type FailurePhase =
  | 'queued'
  | 'building'
  | 'pushing'
  | 'pulling'
  | 'starting'
  | 'probing'
  | 'switching'
  | 'draining'

export interface FailureClass {
  retryable: boolean
  /** Why `retryable` is what it is. */
  because: string
  cause: string
  next: string
}

export const failureCodes = {
  dockerfile_error: {
    retryable: false,
    because: 'the same Dockerfile gives the same error',
    cause: 'The Dockerfile cannot be built: {detail|it is invalid, or it names a file that is not there}.',
    next: 'Correct the Dockerfile and deploy again.',
  },
  dependency_install_failed: {
    retryable: false,
    because: 'the same lock file asks for the same packages; a package source that did not answer is told apart',
    cause: 'Installing dependencies failed{inStep|}.',
    next: 'Read the lines below for the package that failed, mend the dependency list or its lock file, and deploy again.',
  },
  compile_error: {
    retryable: false,
    because: 'the same source does not compile the second time either',
    cause: 'The application does not compile{inStep|}.',
    next: 'Mend the error in the lines below and deploy again.',
  },
  build_config_error: {
    retryable: false,
    because: 'the project has to say how it is built or started',
    cause: 'The build does not know what to run: {detail|no build script or start command was found}.',
    next: 'Add the missing script or start command, or a Dockerfile, and deploy again.',
  },
  build_out_of_memory: {
    retryable: false,
    because: 'the same build needs the same memory under the same limit',
    cause: 'The build ran out of memory and was killed{inStep|}.',
    next: 'Give builds more memory, or make the build use less, and deploy again.',
  },
  build_timeout: {
    retryable: true,
    because: 'stated by the specification',
    cause: 'The build took longer than {limit|its time limit} and was stopped.',
    next: 'Deploy again: what was built is cached. If it takes too long again, raise the time limit of builds.',
  },
  image_pull_failed: {
    retryable: false,
    because: 'a wrong name or missing rights stay so; a registry that does not answer is told apart',
    cause: 'The image {image|of the app} could not be pulled: {detail|the registry refused it}.',
    next: 'Check the name and tag of the image and the credentials for its registry, and deploy again.',
  },
  port_not_listening: {
    retryable: false,
    because: 'the app or its port setting has to change',
    cause: 'The port {port|of the app} cannot be reached: {detail|nothing listens there}.',
    next: 'Make the app listen on 0.0.0.0:{port|its port}, or change the port of the app.',
  },
  health_check_failed: {
    retryable: false,
    because: 'what made the check fail is still there for the same image and settings',
    cause: 'The app started but never became ready: {detail|its health check did not pass}.',
    next: 'Read the lines below; mend the app, or correct the path, port or time-out of its health check.',
  },
  container_crashed: {
    retryable: false,
    because: 'the same image with the same settings ends the same way',
    cause: 'The container ended by itself: {detail|it exited}.',
    next: 'Read the last lines of its log below, mend what they name, and deploy again.',
  },
  oom_killed: {
    retryable: false,
    because: 'the same app meets the same limit',
    cause: '{subject|The app} used more memory than {limit|its limit}, and the kernel killed {victim|it}.',
    next: 'Raise the memory limit of the app, or make it use less, and deploy again.',
  },
  missing_env: {
    retryable: false,
    because: 'a value has to be set first',
    cause: 'Required variables have no value: {names|see the lines below}.',
    next: 'Set {names|them} on the app, its environment or its project, and deploy again.',
  },
  registry_push_failed: {
    retryable: true,
    because: 'stated by the specification',
    cause: 'The built image {image|} could not be pushed: {detail|the registry refused it}.',
    next: 'Check that the registry answers and that its credentials may push, then deploy again.',
  },
  disk_full: {
    retryable: true,
    because: 'the same deploy succeeds once there is room',
    cause: 'The disk of {node|the node} is full{detail|}.',
    next: 'Free space there (levelrail cleanup lists what is left over), then deploy again.',
  },
  runtime_unreachable: {
    retryable: true,
    because: 'stated by the specification',
    cause: 'The container engine on {node|the node} does not answer.',
    next: 'Check that the engine runs there (systemctl status docker), then deploy again.',
  },
  freeze_window_hold: {
    retryable: true,
    because: 'stated by the specification',
    cause: 'The deploy is held by {window|a freeze window}{until|}.',
    next: 'Wait until the window ends, or override it with a reason.',
  },
  approval_pending: {
    retryable: true,
    because: 'the same deploy goes on when someone approves it, as one in a freeze window does when that ends',
    cause: 'The deploy waits for an approval{detail|}.',
    next: 'Ask someone who may approve it; neither its author nor the owner of the token that asked can.',
  },
  scan_gate_blocked: {
    retryable: false,
    because: 'the same image has the same findings',
    cause: 'The supply chain scan blocked {image|the image}{detail|}.',
    next: 'Deploy an image without these findings, or change the gate of the environment.',
  },
  rollback_target_gone: {
    retryable: false,
    because: 'what was removed does not come back',
    cause: 'The image {image|} of the earlier deploy is no longer there.',
    next: 'Roll back to a newer deploy, or deploy that version again from its source or registry.',
  },
  unknown: {
    retryable: false,
    because: 'nothing says that it would go better the next time',
    cause: '{detail|The deploy failed, and the reason is not one we know}.',
    next: 'Read the lines below and the full deploy log; they are the source of truth.',
  },
} as const satisfies Record<string, FailureClass>

export type FailureCode = keyof typeof failureCodes

/** What the author of a deploy is told. Spec 2.14. */
export interface DeployFailure {
  code: FailureCode
  cause: string
  next: string
  log_excerpt: string
  retryable: boolean
}

/** A failure that the control plane decided by itself, so that no log has to prove it. */
export function describeFailure(code: FailureCode, words: Words): DeployFailure {
  const { cause, next, retryable } = failureCodes[code]
  return { code, cause: fillSentence(cause, words), next: fillSentence(next, words), log_excerpt: '', retryable }
}

/** One way in which engines, registries, build tools or apps tell about a failure. */
export interface KnownFailure {
  code: FailureCode
  /** Where the text can mean what it says. */
  phases: readonly FailurePhase[]
  /** The error that ended the phase, the log, or either. */
  where: 'error' | 'log' | 'either'
  pattern: RegExp
  /** What the log must say besides. */
  alsoInLog?: RegExp
  /** Counts only for a container that ended with an exit code of its own. */
  afterExit?: true
  /** Facts for the sentences, besides the named groups of the pattern, which they may use. */
  words?: Words
  next?: string
  /** Only where it differs from that of the code. */
  retryable?: boolean
}

/** Facts by the names that sentences use. */
export type Words = Readonly<Record<string, string | undefined>>

/** Puts facts into a sentence; no fact is longer than a sentence bears. */
export function fillSentence(sentence: string, words: Words): string {
  return sentence
    .replace(/\{(\w+)\|([^}]*)\}/g, (_, word: string, otherwise: string) => shorten(words[word]) || otherwise)
    .replace(/ {2,}/g, ' ')
}

function shorten(text: string | undefined): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trimEnd()
  return line.length > 300 ? `${line.slice(0, 300).toWellFormed()}…` : line
}
