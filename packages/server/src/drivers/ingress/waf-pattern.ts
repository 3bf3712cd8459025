// Regular expressions of users in the language of the proxy. Only a small language is taken, and it is written anew: so
// it means the same there as here, cannot reach out of its place, and cannot run away (what is repeated holds neither a
// choice nor a repetition). Pure.
import { accepted, type Parsed, refused } from '../../lib/parsed.ts'

const mostEndless = 3
const mostTimes = 100
const kinds = 'dDwWsS'
const controls: Record<string, string> = { t: '\\x09', n: '\\x0a', r: '\\x0d' }

interface Part {
  text: string
  /** Whether it holds a choice or a repetition, so that it must not be repeated. */
  isVaried: boolean
}

/** `start` is written for `^`. */
export function compilePattern(pattern: string, start: string): Parsed<string> {
  try {
    const text = new Reader(pattern, start).read()
    // The same language here: it is only asked whether nothing at all would fit.
    if (new RegExp(pattern, 's').test('')) return refused('it fits every request')
    return accepted(text)
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError) return refused(error.message)
    throw error
  }
}

class Refusal extends Error {}

class Reader {
  readonly #pattern: string
  readonly #start: string
  #at = 0
  #endless = 0

  constructor(pattern: string, start: string) {
    this.#pattern = pattern
    this.#start = start
  }

  read(): string {
    const { text } = this.#choice()
    if (this.#at < this.#pattern.length) throw this.#refuse('a ) that nothing opened')
    return text
  }

  #choice(): Part {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return {
      text: parts.map(({ text }) => text).join('|'),
      isVaried: parts.length > 1 || parts.some(({ isVaried }) => isVaried),
    }
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#next)) parts.push(this.#item())
    return { text: parts.map(({ text }) => text).join(''), isVaried: parts.some(({ isVaried }) => isVaried) }
  }

  #item(): Part {
    if (this.#take('^')) return this.#anchor(this.#start)
    if (this.#take('$')) return this.#anchor('\\z')
    const isGroup = this.#next === '('
    const part = this.#atom()
    const times = this.#times()
    if (times === '') return part
    if (isGroup && part.isVaried && !times.startsWith('?'))
      throw this.#refuse('a repeated group with a choice or a repetition inside')
    return { text: `${part.text}${times}${this.#take('?') ? '?' : ''}`, isVaried: true }
  }

  #anchor(text: string): Part {
    if (this.#times() !== '') throw this.#refuse('a repeated ^, $ or \\b')
    return { text, isVaried: false }
  }

  #atom(): Part {
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return { text: this.#class(), isVaried: false }
    if (this.#take('.')) return { text: '.', isVaried: false }
    if (this.#take('\\')) {
      const letter = this.#char()
      if (letter === 'b' || letter === 'B') return this.#anchor(`\\${letter}`)
      return { text: this.#escaped(letter), isVaried: false }
    }
    if ('*+?{'.includes(this.#next)) throw this.#refuse(`a ${this.#next} that repeats nothing: write \\${this.#next}`)
    return { text: literal(this.#char()), isVaried: false }
  }

  #group(): Part {
    if (this.#take('?') && !this.#take(':')) throw this.#refuse('(? is known as (?: only')
    const inner = this.#choice()
    if (!this.#take(')')) throw this.#refuse('a ( that nothing closes')
    return { text: `(?:${inner.text})`, isVaried: inner.isVaried }
  }

  #class(): string {
    const isNot = this.#take('^')
    let text = ''
    while (!this.#take(']')) {
      if (this.#next === '[') throw this.#refuse('a [ in a class: write \\[')
      const from = this.#member()
      const isRange = this.#next === '-' && this.#pattern[this.#at + 1] !== ']'
      if (isRange) this.#char()
      const to = isRange ? this.#member() : from
      if (isRange && (isKind(from) || isKind(to) || from > to)) throw this.#refuse('a range in a class that is none')
      text += isRange ? `${from}-${to}` : from
    }
    if (text === '') throw this.#refuse('an empty class')
    return `[${isNot ? '^' : ''}${text}]`
  }

  /** In one form, so that the codes of two can be compared as they are written. */
  #member(): string {
    const char = this.#char()
    const text = char === '\\' ? this.#escaped(this.#char()) : char
    return isKind(text) || text.startsWith('\\x') ? text : hex(text)
  }

  #escaped(letter: string): string {
    if (kinds.includes(letter)) return `\\${letter}`
    const control = controls[letter]
    if (control) return control
    if (letter === 'x') {
      const digits = `${this.#char()}${this.#char()}`
      if (!/^[0-9a-fA-F]{2}$/.test(digits)) throw this.#refuse('\\x wants two hexadecimal digits')
      return `\\x${digits.toLowerCase()}`
    }
    if (/[A-Za-z0-9]/.test(letter)) throw this.#refuse(`\\${letter} is not known`)
    return literal(letter)
  }

  #times(): string {
    const mark = ['*', '+', '?'].find((each) => this.#take(each))
    if (mark === '*' || mark === '+') this.#countEndless()
    if (mark !== undefined) return mark
    if (this.#next !== '{') return ''
    const match = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(this.#pattern.slice(this.#at))
    if (!match) throw this.#refuse('a { that is no number of times: write \\{')
    this.#at += match[0].length
    const [, least = '', comma, most] = match
    if (comma !== undefined && most === undefined) this.#countEndless()
    if (Number(least) > mostTimes || Number(most ?? least) > mostTimes || Number(most ?? least) < Number(least))
      throw this.#refuse(`a number of times that is over ${mostTimes}, or runs backwards`)
    return match[0]
  }

  #countEndless(): void {
    if (++this.#endless > mostEndless) throw this.#refuse(`more than ${mostEndless} of *, + and {n,}`)
  }

  get #next(): string {
    return this.#pattern.charAt(this.#at)
  }

  #take(char: string): boolean {
    if (this.#next !== char) return false
    this.#at++
    return true
  }

  #char(): string {
    const char = this.#next
    if (char === '') throw this.#refuse('it ends too early')
    if (!/^[\x20-\x7e]$/.test(char)) throw this.#refuse('a character that is not printable ASCII: write \\xHH')
    this.#at++
    return char
  }

  #refuse(what: string): Refusal {
    return new Refusal(`${what}, at character ${this.#at + (this.#at < this.#pattern.length ? 1 : 0)}`)
  }
}

function literal(char: string): string {
  return /[A-Za-z0-9]/.test(char) ? char : hex(char)
}

function hex(char: string): string {
  return `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
}

function isKind(text: string): boolean {
  return text.length === 2 && text.startsWith('\\') && kinds.includes(text.charAt(1))
}
