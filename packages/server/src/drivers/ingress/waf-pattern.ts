// Regular expressions of users in the language of the proxy. A matcher that tries again and again would hold up, and in
// the end bring down, the proxy of all apps: so only a small language is taken, and it is written anew as something that
// is found, or not, in one walk. Pure.
//
// It is only asked whether a pattern is found at all. So `.*` parts a pattern into pieces, each looked for once after
// the one before; what may repeat at the end of a piece is left at its least; and what repeats elsewhere must be followed
// by something that it does not fit itself, so that there is nothing to try twice. What choices remain are counted.
import { accepted, type Parsed, refused } from '../../lib/parsed.ts'

const mostTimes = 100
/** The proxy writes a repeated group out, and all patterns of an app are one expression of at most 64 KiB there. */
const mostBytes = 2500
const bytesOfGroup = 16
const bytesOfClass = 48
const bytesOfCharacter = 8
/** Of a text that is looked through. */
export const longestSubject = 4096
/** Of all patterns of an app: so many times the text may be walked from each of its places. */
export const mostEffort = 32 * longestSubject

export interface CompiledPattern {
  text: string
  /** How many characters are looked at from one place, at worst. */
  effort: number
}

type Characters = Set<number>

interface Unit {
  text: string
  /** What it may begin with; undefined where that is not known. */
  starts: Characters | undefined
  /** How many ways there are through it, and how far the longest leads. */
  ways: number
  reach: number
  /** What the proxy makes of it, roughly. */
  bytes: number
}

interface Item extends Unit {
  kind: 'unit' | 'end' | 'gap'
  least: number
  most: number
}

/** `start` is written for `^`. */
export function compilePattern(pattern: string, start: string): Parsed<CompiledPattern> {
  try {
    const compiled = new Reader(pattern, start).read()
    if (compiled.effort > mostEffort) return refused('there are too many ways to fit it, or too long ones')
    // The same language here: it is only asked whether nothing at all would fit.
    if (new RegExp(pattern, 's').test('')) return refused('it fits every request')
    return accepted(compiled)
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

  constructor(pattern: string, start: string) {
    this.#pattern = pattern
    this.#start = start
  }

  read(): CompiledPattern {
    const choices = this.#choices()
    if (this.#at < this.#pattern.length) throw this.#refuse('a ) that nothing opened')
    const found = choices.map((items) => pieces(items).map((piece) => sequenceOf(piece, true)))
    const bytes = found.flat().reduce((sum, each) => sum + each.bytes + bytesOfGroup, 0)
    if (bytes > mostBytes) throw new Refusal('it is too large with all that it repeats written out')
    return {
      // Each piece is looked for once: at the first place where it is found, or not at all.
      text: found.map((each) => each.map(({ text }) => `(?>.*?${text})`).join('')).join('|'),
      effort: found.flat().reduce((sum, { ways, reach }) => sum + ways * Math.min(reach, longestSubject), 0),
    }
  }

  #choices(): Item[][] {
    const choices = [this.#sequence()]
    while (this.#take('|')) choices.push(this.#sequence())
    return choices
  }

  #sequence(): Item[] {
    const items: Item[] = []
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#next)) items.push(...this.#item())
    return items
  }

  #item(): Item[] {
    if (this.#take('^')) return [this.#anchor('unit', this.#start)]
    if (this.#take('$')) return [this.#anchor('end', '\\z')]
    const isDot = this.#next === '.'
    const unit = this.#unit()
    if (unit.text === '\\b' || unit.text === '\\B') return [this.#anchor('unit', unit.text)]
    const { least, most } = this.#times()
    if (most > 1) this.#take('?')
    if (most > 1 && unit.ways > 1) throw this.#refuse('a repeated group with a choice inside')
    if (!isDot || most !== Number.POSITIVE_INFINITY) return [{ ...unit, kind: 'unit', least, most }]
    const some = least > 0 ? [{ ...unit, kind: 'unit' as const, least, most: least }] : []
    return [...some, { ...unit, kind: 'gap', least: 0, most }]
  }

  #anchor(kind: Item['kind'], text: string): Item {
    if ('*+?{'.includes(this.#next || ' ')) throw this.#refuse('a repeated ^, $ or \\b')
    return { kind, text, starts: undefined, ways: 1, reach: 1, bytes: bytesOfGroup, least: 1, most: 1 }
  }

  #unit(): Unit {
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return this.#class()
    if (this.#take('.')) return one('.', everything)
    if (this.#take('\\')) {
      const letter = this.#char()
      return letter === 'b' || letter === 'B' ? one(`\\${letter}`, everything) : this.#escaped(letter)
    }
    if ('*+?{'.includes(this.#next)) throw this.#refuse(`a ${this.#next} that repeats nothing: write \\${this.#next}`)
    return literal(this.#char().charCodeAt(0))
  }

  #group(): Unit {
    if (this.#take('?') && !this.#take(':')) throw this.#refuse('(? is known as (?: only')
    const choices = this.#choices()
    if (!this.#take(')')) throw this.#refuse('a ( that nothing closes')
    const parts = choices.map((items) => sequenceOf(items, false))
    const firsts = choices.map(([first]) => (first && first.least > 0 ? first.starts : undefined))
    return {
      text: `(?:${parts.map(({ text }) => text).join('|')})`,
      starts: firsts.every((each) => each !== undefined) ? new Set(firsts.flatMap((each) => [...each])) : undefined,
      ways: parts.reduce((sum, { ways }) => sum + ways, 0),
      reach: Math.max(...parts.map(({ reach }) => reach)),
      bytes: parts.reduce((sum, { bytes }) => sum + bytes + bytesOfGroup, 0),
    }
  }

  #class(): Unit {
    const isNot = this.#take('^')
    let text = ''
    const held = new Set<number>()
    while (!this.#take(']')) {
      if (this.#next === '[') throw this.#refuse('a [ in a class: write \\[')
      const from = this.#member()
      const isRange = this.#next === '-' && this.#pattern[this.#at + 1] !== ']'
      if (isRange) this.#char()
      const [first, last] = [from.code, isRange ? this.#member().code : from.code]
      if (isRange && (first === undefined || last === undefined || first > last))
        throw this.#refuse('a range in a class that is none')
      text += isRange ? `${hex(first ?? 0)}-${hex(last ?? 0)}` : from.unit.text
      if (first === undefined || last === undefined) for (const code of from.unit.starts ?? []) held.add(code)
      else for (let code = first; code <= last; code++) for (const each of bothCases(code)) held.add(each)
    }
    if (text === '') throw this.#refuse('an empty class')
    return one(`[${isNot ? '^' : ''}${text}]`, isNot ? without(held) : held)
  }

  /** A character, with its code, or a kind of characters. */
  #member(): { unit: Unit; code: number | undefined } {
    const char = this.#char()
    const unit = char === '\\' ? this.#escaped(this.#char()) : literal(char.charCodeAt(0))
    if (kinds[unit.text]) return { unit, code: undefined }
    const code = unit.text.startsWith('\\x') ? Number.parseInt(unit.text.slice(2), 16) : unit.text.charCodeAt(0)
    return { unit: { ...unit, text: hex(code) }, code }
  }

  #escaped(letter: string): Unit {
    const kind = kinds[`\\${letter}`]
    if (kind) return one(`\\${letter}`, kind)
    const control = { t: 9, n: 10, r: 13 }[letter]
    if (control) return literal(control)
    if (letter === 'x') {
      const digits = `${this.#char()}${this.#char()}`
      if (!/^[0-9a-fA-F]{2}$/.test(digits)) throw this.#refuse('\\x wants two hexadecimal digits')
      return literal(Number.parseInt(digits, 16))
    }
    if (/[A-Za-z0-9]/.test(letter)) throw this.#refuse(`\\${letter} is not known`)
    return literal(letter.charCodeAt(0))
  }

  #times(): { least: number; most: number } {
    if (this.#take('*')) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (this.#take('+')) return { least: 1, most: Number.POSITIVE_INFINITY }
    if (this.#take('?')) return { least: 0, most: 1 }
    if (this.#next !== '{') return { least: 1, most: 1 }
    const match = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(this.#pattern.slice(this.#at))
    if (!match) throw this.#refuse('a { that is no number of times: write \\{')
    this.#at += match[0].length
    const least = Number(match[1])
    const most = match[3] !== undefined ? Number(match[3]) : match[2] ? Number.POSITIVE_INFINITY : least
    if (least > mostTimes || most < Math.max(1, least) || (most > mostTimes && most !== Number.POSITIVE_INFINITY))
      throw this.#refuse(`a number of times that is none, over ${mostTimes}, or runs backwards`)
    return { least, most }
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
    return new Refusal(`${what}, at character ${Math.min(this.#at + 1, this.#pattern.length)}`)
  }
}

/** Parted at each `.*`. */
function pieces(items: Item[]): Item[][] {
  const found: Item[][] = [[]]
  for (const item of items) {
    if (item.kind === 'gap') found.push([])
    else found.at(-1)?.push(item)
  }
  return found.filter((piece) => piece.length > 0)
}

function sequenceOf(items: Item[], isPiece: boolean): Pick<Unit, 'text' | 'ways' | 'reach' | 'bytes'> {
  let [text, ways, reach, bytes] = ['', 1, 0, 0]
  for (const [at, item] of items.entries()) {
    const { least, most } = item
    const next = items[at + 1]
    if (item.kind === 'gap') throw new Refusal('.* in a group: write how often at most, such as .{0,20}')
    ways *= item.ways
    // To try the next thing, and to find that it is not there, is a step too.
    reach += item.reach * most + 1
    bytes += item.bytes * (item.text.startsWith('(') ? timesWritten(item) : 1)
    if (least === 1 && most === 1) text += item.text
    else if (isPiece && !next) text += least === 0 ? '' : `${item.text}{${least}}`
    else if (least === most) text += `${item.text}{${least}}`
    else if (next && isParted(item, next))
      text += `${item.text}{${least},${most === Number.POSITIVE_INFINITY ? '' : most}}+`
    else if (most === Number.POSITIVE_INFINITY)
      throw new Refusal(
        'a * or + before something that it may fit itself: write how often at most, such as {0,20}, or .* for anything',
      )
    else {
      text += `${item.text}{${least},${most}}`
      ways *= most - least + 1
    }
  }
  return { text, ways, reach, bytes }
}

function timesWritten({ least, most }: Item): number {
  return most === Number.POSITIVE_INFINITY ? Math.max(1, least) : most
}

/** Whether the one ends where the other begins, so that to try it shorter is in vain. */
function isParted(item: Item, next: Item): boolean {
  if (next.kind === 'end') return true
  const { starts } = next
  if (next.least === 0 || !item.starts || !starts) return false
  return ![...item.starts].some((code) => starts.has(code))
}

function one(text: string, starts: Characters): Unit {
  return { text, starts, ways: 1, reach: 1, bytes: text.startsWith('[') ? bytesOfClass : bytesOfCharacter }
}

/** Written by its code, unless it is a letter or a digit. */
function literal(code: number): Unit {
  const char = String.fromCharCode(code)
  return one(/^[A-Za-z0-9]$/.test(char) ? char : hex(code), bothCases(code))
}

function hex(code: number): string {
  return `\\x${code.toString(16).padStart(2, '0')}`
}

function bothCases(code: number): Characters {
  const char = String.fromCharCode(code)
  return /^[A-Za-z]$/.test(char)
    ? new Set([char.toLowerCase().charCodeAt(0), char.toUpperCase().charCodeAt(0)])
    : new Set([code])
}

function where(fits: RegExp): Characters {
  return new Set(Array.from({ length: 256 }, (_, code) => code).filter((code) => fits.test(String.fromCharCode(code))))
}

function without(held: Characters): Characters {
  return new Set([...everything].filter((code) => !held.has(code)))
}

const everything: Characters = where(/^./s)
const digits = where(/^[0-9]$/)
const letters = where(/^[A-Za-z0-9_]$/)
const spaces = where(/^[\t\n\v\f\r ]$/)
const kinds: Record<string, Characters> = {
  '\\d': digits,
  '\\D': without(digits),
  '\\w': letters,
  '\\W': without(letters),
  '\\s': spaces,
  '\\S': without(spaces),
}
