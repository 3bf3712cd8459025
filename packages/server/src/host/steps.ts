// Progress for a person at a terminal: one line per step, seconds ticking, and the time it took when over a second.
// Without a terminal it writes plain lines, so that a log of `up` still tells what took how long.

export interface StepOutput {
  isTerminal: boolean
  write(text: string): void
}

export type Report = (detail: string) => void

export interface Steps {
  /** Runs one step and shows it; `report` replaces the detail beside its name. */
  step<T>(name: string, work: (report: Report) => Promise<T>): Promise<T>
  say(line: string): void
}

const noticeableMs = 1_000
const plainEveryMs = 10_000

export function createSteps(output: StepOutput): Steps {
  const line = (text: string) => output.write(`${output.isTerminal ? '\r\x1b[2K' : ''}${text}\n`)
  return {
    say: line,
    async step(name, work) {
      const startedAt = Date.now()
      const elapsed = () => Date.now() - startedAt
      let detail = ''
      const describe = () => `${name} ... ${formatSeconds(elapsed())}${detail === '' ? '' : `  ${detail}`}`
      const show = () =>
        output.isTerminal ? output.write(`\r\x1b[2K  ${clip(describe(), 110)}`) : output.write(`  ${describe()}\n`)
      const first = setTimeout(show, noticeableMs)
      const ticker = setInterval(show, output.isTerminal ? noticeableMs : plainEveryMs)
      try {
        const result = await work((text) => {
          detail = text
        })
        line(`✓ ${name}${elapsed() > noticeableMs ? ` (${formatSeconds(elapsed())})` : ''}`)
        return result
      } catch (error) {
        line(`✗ ${name} (${formatSeconds(elapsed())})`)
        throw error
      } finally {
        clearTimeout(first)
        clearInterval(ticker)
      }
    },
  }
}

export function formatSeconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`
}

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`
}
