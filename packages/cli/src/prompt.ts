// Questions to the person at the terminal, on stderr; a password is never shown and never an argument.
import { createInterface } from 'node:readline/promises'
import type { ReadStream } from 'node:tty'
import { Failure, invalid, usage } from './exit-codes.ts'

const longestLine = 64 * 1024

export interface Asker {
  /** A visible answer. `instead` says how to do without a terminal. */
  line(question: string, instead: string): Promise<string>
  /** A password: from stdin when so wanted, otherwise typed unseen. */
  password(question: string, options: { fromStdin: boolean; repeat?: boolean }): Promise<string>
  /** The value of a secret: all of stdin when so wanted, without a line ending at its end; otherwise typed unseen. */
  secret(question: string, options: { fromStdin: boolean }): Promise<string>
  /** All of stdin. */
  everything(): Promise<string>
}

export function createAsker(stdin: ReadStream | NodeJS.ReadStream, stderr: NodeJS.WriteStream): Asker {
  return {
    line: async (question, instead) => {
      requireTerminal(stdin, instead)
      const reader = createInterface({ input: stdin, output: stderr, terminal: true })
      const interrupted = new Promise<never>((_, refuse) => reader.once('SIGINT', () => refuse(interruption())))
      const closed = new Promise<never>((_, refuse) => reader.once('close', () => refuse(interruption())))
      try {
        return (await Promise.race([reader.question(question), interrupted, closed])).trim()
      } finally {
        reader.close()
      }
    },
    password: async (question, { fromStdin, repeat }) => {
      if (fromStdin) return firstLine(stdin)
      requireTerminal(stdin, 'give the password on stdin with --password-stdin')
      const password = await hidden(stdin, stderr, question)
      if (password === '') throw invalid('the password is empty')
      if (repeat && (await hidden(stdin, stderr, 'Again: ')) !== password) throw invalid('the two passwords differ')
      return password
    },
    secret: async (question, { fromStdin }) => {
      if (!fromStdin) requireTerminal(stdin, 'give the value on stdin with --value-stdin')
      const value = fromStdin ? await shortText(stdin) : await hidden(stdin, stderr, question)
      if (value === '') throw invalid('the value is empty', fromStdin ? 'pipe it in' : undefined)
      return value
    },
    everything: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

function requireTerminal(stdin: NodeJS.ReadStream, instead: string): void {
  if (!stdin.isTTY) throw usage('there is no terminal to ask at', instead)
}

async function firstLine(stdin: NodeJS.ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n') || text.length > longestLine) break
  }
  const line = text.split('\n', 1)[0]?.replace(/\r$/, '') ?? ''
  if (line === '') throw invalid('there is no password on stdin', 'pipe it in, one line')
  return line
}

async function shortText(stdin: NodeJS.ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk
    if (text.length > longestLine + 2) throw invalid(`the value on stdin is longer than ${longestLine} characters`)
  }
  return text.replace(/\r?\n$/, '')
}

/** Reads a line key by key with the terminal's echo off. */
function hidden(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream, question: string): Promise<string> {
  // The echo goes off before the question shows: whoever answers at once is not seen either.
  stdin.setRawMode(true).setEncoding('utf8').resume()
  stderr.write(question)
  return new Promise<string>((answer, refuse) => {
    let typed = ''
    const finish = (settle: () => void) => {
      stdin.off('data', onKeys).setRawMode(false).pause()
      stderr.write('\n')
      settle()
    }
    const onKeys = (keys: string) => {
      for (const key of keys) {
        if (key === '\r' || key === '\n') return finish(() => answer(typed))
        if (key === '\x03' || (key === '\x04' && typed === '')) return finish(() => refuse(interruption()))
        if (key === '\x7f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key === '\x15') typed = ''
        else if (key >= ' ') typed += key
      }
    }
    stdin.on('data', onKeys)
  })
}

function interruption(): Failure {
  return new Failure('interrupted', 'interrupted')
}
