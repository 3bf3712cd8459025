// At most N of something at once; whoever comes when all are taken is told so instead of waiting.

export class Places {
  readonly most: number
  #taken = 0

  constructor(most: number) {
    this.most = most
  }

  /** Gives the place back when called, once; undefined when there is none. */
  take(): (() => void) | undefined {
    if (this.#taken >= this.most) return undefined
    this.#taken++
    let isHeld = true
    return () => {
      if (isHeld) this.#taken--
      isHeld = false
    }
  }

  get taken(): number {
    return this.#taken
  }
}
