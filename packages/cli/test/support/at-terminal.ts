// The command line at a real terminal, which `script` lends.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { type Ended, ended, launcher, type Person } from './levelrail.ts'

export const hasTerminal = spawnSync('script', ['--version']).status === 0

/** `before` is a line for the shell that starts the command line. Its stdout is all that the screen shows. */
export function startAtTerminal(one: Person, args: string[], { env = {}, before = ':' } = {}) {
  const line = [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' ')
  return spawn('script', ['-qefc', `${before}; exec ${line}`, '/dev/null'], {
    env: { ...one.env, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** What to type, or what to do with the text that was shown before the question. */
type Answer = string | ((shown: string) => void)

/** Gives each answer when its question has appeared, after the one before it. */
export function answer(child: ChildProcessWithoutNullStreams, answers: [question: string, answer: Answer][]): void {
  const left = [...answers]
  let screen = ''
  child.stdout.on('data', (chunk) => {
    screen += chunk
    for (const [question, give] of [...left]) {
      const at = screen.indexOf(question)
      if (at < 0) return
      left.shift()
      if (typeof give === 'string') child.stdin.write(give)
      else give(screen.slice(0, at))
      screen = screen.slice(at + question.length)
    }
  })
}

export function atTerminal(one: Person, args: string[], answers: [string, string][], env = {}): Promise<Ended> {
  const child = startAtTerminal(one, args, { env })
  answer(child, answers)
  return ended(child)
}
