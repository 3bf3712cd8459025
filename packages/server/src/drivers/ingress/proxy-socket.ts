// One conversation with the master socket of the proxy, kept open: a command takes less than a millisecond, where a new
// one takes a command started in the container. One command at a time; the prompt tells where an answer ends.
import type { Duplex } from 'node:stream'
import { IngressError } from './ingress.ts'
import type { Worker } from './proxy-state.ts'

/** After a reload that failed it says so, and goes on with the processes it has. */
const prompt = /(?:^|\n)master(?:\[ReloadFailed\])?> $/
/** More would not fit into the proxy's buffer, and be cut. */
export const mostPayloadBytes = 15_000
/** An answer takes a millisecond; one that is lost must not hold up deploys. */
const answerDeadlineMs = 5000
/** A process that is about to end may do so with the question. */
const endingDeadlineMs = 1500
const mostAnswerBytes = 64 * 1024 * 1024

/** A payload, of several lines and perhaps secret, follows the command; nothing that is said of a failure holds it. */
export type AskProcess = (command: string, payload?: string) => Promise<string>

/** The conversation broke off, as it does when a process ends that it is about. */
export class HungUp extends IngressError {
  constructor(words: string) {
    super('unreachable', `the proxy hung up${words === '' ? '' : `: ${words}`}`)
  }
}

export class ProxySocket {
  readonly #stream: Duplex
  #heard = ''
  #isClosed = false
  #news: () => void = () => {}
  #turn: Promise<unknown> = Promise.resolve()

  constructor(stream: Duplex) {
    this.#stream = stream
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      this.#heard += text
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
    await this.#untilPrompt(signal)
  }

  async ask(command: string, signal: AbortSignal): Promise<string> {
    return this.#ask(command, signal, answerDeadlineMs)
  }

  /** To ask one process. */
  askProcess({ pid, isCurrent }: Worker, signal: AbortSignal): AskProcess {
    const deadlineMs = isCurrent ? answerDeadlineMs : endingDeadlineMs
    return (command, payload) => this.#ask(`@!${pid} ${command}`, signal, deadlineMs, payload)
  }

  async #ask(command: string, signal: AbortSignal, deadlineMs: number, payload?: string): Promise<string> {
    if (/[\r\n]/.test(command)) throw new IngressError('invalid', 'a command for the proxy is one line')
    const sent = payload === undefined ? `${command}\n` : `${command} <<\n${payloadText(payload)}\n\n`
    return this.#inTurn(async () => {
      this.#heard = ''
      this.#stream.write(sent)
      const limit = AbortSignal.timeout(deadlineMs)
      const heard = await this.#untilPrompt(AbortSignal.any([signal, limit])).catch((error: unknown) => {
        if (!limit.aborted || signal.aborted) throw error
        const words = `no answer to: ${commandWords(command)}`
        throw deadlineMs === endingDeadlineMs
          ? new HungUp(words)
          : new IngressError('unreachable', `the proxy gave ${words}`)
      })
      return heard.replace(prompt, '').trim()
    })
  }

  /** The master goes through a new start: it answers and hangs up. */
  askLast(command: string, signal: AbortSignal): Promise<string> {
    return this.#inTurn(async () => {
      this.#heard = ''
      this.#stream.write(`${command}\n`)
      await this.#until(() => this.#isClosed || prompt.test(this.#heard), signal)
      this.close()
      return this.#heard.trim()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stream.destroy()
  }

  /** One that was broken off leaves an answer that nobody waits for, so the conversation is over. */
  async #inTurn(work: () => Promise<string>): Promise<string> {
    const mine = this.#turn.then(work)
    this.#turn = mine.catch(() => this.close())
    return mine
  }

  async #untilPrompt(signal: AbortSignal): Promise<string> {
    await this.#until(() => this.#isClosed || prompt.test(this.#heard), signal)
    if (!prompt.test(this.#heard)) throw new HungUp(this.#heard.trim().slice(0, 300))
    return this.#heard
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
