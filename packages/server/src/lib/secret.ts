// A text that must not show: it prints, logs and serialises as `(secret)`, and only `reveal` opens it.
import { inspect } from 'node:util'

export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  reveal(): string {
    return this.#text
  }
  toString(): string {
    return '(secret)'
  }
  toJSON(): string {
    return '(secret)'
  }
  [inspect.custom](): string {
    return '(secret)'
  }
}
