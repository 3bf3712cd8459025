// Keeps the beginning and the end of what a run writes, whole lines, within a bound, however much there is.

export interface KeptOutput {
  text: string
  isTruncated: boolean
}

export class OutputKeeper {
  readonly #halfBytes: number
  readonly #head: string[] = []
  readonly #tail: string[] = []
  #headBytes = 0
  #tailBytes = 0
  #droppedLines = 0

  constructor(maxBytes: number) {
    this.#halfBytes = Math.floor(maxBytes / 2)
  }

  add(line: string): void {
    const bytes = Buffer.byteLength(line) + 1
    const isHeadOpen = this.#tail.length === 0 && this.#droppedLines === 0
    if (isHeadOpen && this.#headBytes + bytes <= this.#halfBytes) {
      this.#head.push(line)
      this.#headBytes += bytes
      return
    }
    this.#tail.push(line)
    this.#tailBytes += bytes
    while (this.#tailBytes > this.#halfBytes) {
      const dropped = this.#tail.shift()
      if (dropped === undefined) return
      this.#tailBytes -= Buffer.byteLength(dropped) + 1
      this.#droppedLines++
    }
  }

  /** `hide` takes secrets out; they may go over several lines, so it gets each part as one text. */
  kept(hide: (text: string) => string): KeptOutput {
    const head = this.#head.length > 0 ? [hide(this.#head.join('\n'))] : []
    const tail = this.#tail.length > 0 ? [hide(this.#tail.join('\n'))] : []
    const mark = this.#droppedLines > 0 ? [`… ${this.#droppedLines} lines left out …`] : []
    return { text: [...head, ...mark, ...tail].join('\n'), isTruncated: this.#droppedLines > 0 }
  }
}
