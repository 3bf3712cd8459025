// What engines say about containers that they cannot start, and apps about variables that they miss.
import type { KnownFailure } from './failure-codes.ts'

const running = ['starting', 'probing', 'switching'] as const

export const startFailures: readonly KnownFailure[] = [
  {
    code: 'container_crashed',
    phases: running,
    where: 'error',
    pattern: /exec format error/i,
    words: { detail: 'its program is made for another kind of processor' },
    next: 'Build the image for the platform of the node and deploy again.',
  },
  {
    code: 'container_crashed',
    phases: running,
    where: 'error',
    pattern: /exec: "(?<command>[^"\n]+)": [^\n]*permission denied/i,
    words: { detail: 'its command "{command|}" may not be executed (exit code 126)' },
    next: 'Make the file executable in the image, or correct the command of the app, and deploy again.',
  },
  {
    code: 'container_crashed',
    phases: running,
    where: 'error',
    pattern: /exec: "(?<command>[^"\n]+)": [^\n]*(?:no such file or directory|executable file not found)/i,
    words: { detail: 'its command "{command|}" is not in the image (exit code 127)' },
    next: 'Correct the command or entry point of the app, and deploy again.',
  },
  {
    code: 'unknown',
    phases: running,
    where: 'error',
    pattern:
      /Bind for \S+?:(?<port>\d+) failed: port is already allocated|listen tcp\d? \S+?:(?<port>\d+): bind: address already in use/i,
    words: { detail: 'Port {port|} of the node is taken by another container or program' },
    next: 'Choose another host port for the app, or free that one, and deploy again.',
  },
  {
    code: 'missing_env',
    phases: running,
    where: 'log',
    afterExit: true,
    pattern:
      /(?:[Mm]issing|[Rr]equired|[Uu]ndefined|[Uu]nset) (?:required )?(?:environment|env) variables?:? ?["'`]?(?<names>[A-Z][A-Z0-9_]{2,}(?:, ?[A-Z][A-Z0-9_]{2,})*)\b/,
  },
  {
    code: 'missing_env',
    phases: running,
    where: 'log',
    afterExit: true,
    pattern:
      /(?:[Ee]nvironment|[Ee]nv) variable ["'`]?(?<names>[A-Z][A-Z0-9_]{2,})["'`]? (?:must be set|has to be set|(?:is |was )?(?:not (?:set|found|defined)|missing|required|undefined|unset))/,
  },
  {
    code: 'missing_env',
    phases: running,
    where: 'log',
    afterExit: true,
    pattern:
      /KeyError: '(?<names>[A-Z][A-Z0-9]*_[A-Z0-9_]+)'|You must specify (?<names>[A-Z][A-Z0-9]*_[A-Z0-9_]+) to a non-empty value/,
  },
]
