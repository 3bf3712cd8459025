// One conversation with the master socket of the proxy, kept open: a command takes less than a millisecond, where a new
// one takes a command started in the container. One command at a time, or several that go out together and are answered
// in turn; the prompt tells where an answer ends.
import type { Duplex } from 'node:stream'
import { IngressError } from './ingress.ts'
import type { Worker } from './proxy-state.ts'

/** After a reload that failed it says so, and goes on with the processes it has. */
const prompt = /(?:^|\n)master(?:\[ReloadFailed\])?> /g
const longestPrompt = '\nmaster[ReloadFailed]> '.length
/** So many go out together: nobody waits for the answer of each, and none waits long for the one before. */
const mostTogether = 64
/** More would not fit into the proxy's buffer, and be cut. */
export const mostPayloadBytes = 15_000
/** An answer takes a millisecond; one that is lost must not hold up deploys. */
const answerDeadlineMs = 5000
/** A process that is about to end may do so with the question. */
const endingDeadlineMs = 1500
const mostAnswerBytes = 64 * 1024 * 1024

/** A payload, of several lines and perhaps secret, follows the command; nothing that is said of a failure holds it. */
export type AskProcess = (command: string, payload?: string) => Promise<string>
/** Several commands in this order, the next one whatever the answer to the last. */
export type AskProcessAll = (commands: string[]) => Promise<string[]>

/** The conversation broke off, as it does when a process ends that it is about. */
export class HungUp extends IngressError {
  constructor(words: string) {
    super('unreachable', `the proxy hung up${words === '' ? '' : `: ${words}`}`)
  }
}

export class ProxySocket {
  readonly #stream: Duplex
  /** After the last prompt. */
  #heard = ''
  /** Whole ones, since the last question. */
  #answers: string[] = []
  #isClosed = false
  #news: () => void = () => {}
  #turn: Promise<unknown> = Promise.resolve()

  constructor(stream: Duplex) {
    this.#stream = stream
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      this.#hear(text)
      if (this.#heard.length > mostAnswerBytes) stream.destroy()
      this.#news()
    })
    stream.on('close', () => {
      this.#isClosed = true
      this.#news()
    })
    stream.on('end', () => {
      this.#isClosed = true
      this.#news()
    })
    stream.on('error', () => {})
  }

  get isOpen(): boolean {
    return !this.#isClosed
  }

  /** Turns the prompt on; the proxy answers, or the socket is not its. */
  async greet(signal: AbortSignal): Promise<void> {
    this.#stream.write('prompt\n')
    await this.#untilAnswered(1, signal)
  }

  async ask(command: string, signal: AbortSignal): Promise<string> {
    return this.#ask(command, signal, answerDeadlineMs)
  }

  async askAll(commands: string[], signal: AbortSignal): Promise<string[]> {
    return this.#askAll(commands, signal, answerDeadlineMs)
  }

  /** To ask one process. */
  askProcess({ pid, isCurrent }: Worker, signal: AbortSignal): AskProcess {
    const deadlineMs = deadlineOf(isCurrent)
    return (command, payload) => this.#ask(`@!${pid} ${command}`, signal, deadlineMs, payload)
  }

  /** To ask one process several things. Of one that ends, the master answers a single question at most. */
  askAllOfProcess({ pid, isCurrent }: Worker, signal: AbortSignal): AskProcessAll {
    const deadlineMs = deadlineOf(isCurrent)
    const together = isCurrent ? mostTogether : 1
    return (commands) =>
      this.#askAll(
        commands.map((command) => `@!${pid} ${command}`),
        signal,
        deadlineMs,
        together,
      )
  }

  async #ask(command: string, signal: AbortSignal, deadlineMs: number, payload?: string): Promise<string> {
    const more = payload === undefined ? '' : ` <<\n${payloadText(payload)}\n`
    const [answer = ''] = await this.#send([command], more, signal, deadlineMs)
    return answer
  }

  async #askAll(
    commands: string[],
    signal: AbortSignal,
    deadlineMs: number,
    together = mostTogether,
  ): Promise<string[]> {
    const answers: string[] = []
    for (let at = 0; at < commands.length; at += together)
      answers.push(...(await this.#send(commands.slice(at, at + together), '', signal, deadlineMs)))
    return answers
  }

  async #send(commands: string[], more: string, signal: AbortSignal, deadlineMs: number): Promise<string[]> {
    if (commands.some((command) => /[\r\n]/.test(command)))
      throw new IngressError('invalid', 'a command for the proxy is one line')
    return this.#inTurn(async () => {
      this.#forget()
      this.#stream.write(`${commands.join('\n')}${more}\n`)
      const limit = AbortSignal.timeout(deadlineMs)
      return this.#untilAnswered(commands.length, AbortSignal.any([signal, limit])).catch((error: unknown) => {
        if (!limit.aborted || signal.aborted) throw error
        const words = `no answer to: ${commandWords(commands[this.#answers.length])}`
        throw deadlineMs === endingDeadlineMs
          ? new HungUp(words)
          : new IngressError('unreachable', `the proxy gave ${words}`)
      })
    })
  }

  /** The master goes through a new start: it answers and hangs up. */
  askLast(command: string, signal: AbortSignal): Promise<string> {
    return this.#inTurn(async () => {
      this.#forget()
      this.#stream.write(`${command}\n`)
      await this.#until(() => this.#isClosed || this.#answers.length > 0, signal)
      this.close()
      const answer = [...this.#answers, this.#heard].join('\n').trim()
      // It broke off for another reason, and nobody knows whether it was heard.
      if (answer === '') throw new HungUp('')
      return answer
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stream.destroy()
  }

  /** One that was broken off leaves an answer that nobody waits for, so the conversation is over. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => this.close())
    return mine
  }

  #forget(): void {
    this.#heard = ''
    this.#answers = []
  }

  #hear(text: string): void {
    // What was heard before holds no prompt, but perhaps the beginning of one.
    let from = Math.max(0, this.#heard.length - longestPrompt)
    this.#heard += text
    for (;;) {
      prompt.lastIndex = from
      const found = prompt.exec(this.#heard)
      if (!found) return
      this.#answers.push(this.#heard.slice(0, found.index).trim())
      this.#heard = this.#heard.slice(prompt.lastIndex)
      from = 0
    }
  }

  async #untilAnswered(count: number, signal: AbortSignal): Promise<string[]> {
    await this.#until(() => this.#isClosed || this.#answers.length >= count, signal)
    if (this.#answers.length < count) throw new HungUp(this.#heard.trim().slice(0, 300))
    return this.#answers
  }

  async #until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    while (!isSo()) {
      signal.throwIfAborted()
      await new Promise<void>((resolve) => {
        const done = () => {
          signal.removeEventListener('abort', done)
          this.#news = () => {}
          resolve()
        }
        this.#news = done
        signal.addEventListener('abort', done, { once: true })
      })
    }
  }
}

function deadlineOf(isCurrent: boolean): number {
  return isCurrent ? answerDeadlineMs : endingDeadlineMs
}

/** A payload ends with an empty line, so it must hold none. */
function payloadText(payload: string): string {
  const text = payload.trim()
  if (/\n\s*\n/.test(text)) throw new IngressError('invalid', 'what is sent to the proxy holds an empty line')
  if (text.length > mostPayloadBytes)
    throw new IngressError('invalid', `what is sent to the proxy is longer than ${mostPayloadBytes} bytes`)
  return text
}

/** What a command is about, fit to be told: values of maps may be secret. */
export function commandWords(command = ''): string {
  const most = command.startsWith('@') ? 4 : 3
  return command.split(' ').slice(0, most).join(' ').slice(0, 200)
}
