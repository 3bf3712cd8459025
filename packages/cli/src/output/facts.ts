// Facts of one thing, one a line: what they are called, then what they are. A fact without content is left out.
import { displayWidth, printable } from './display-width.ts'

export type Fact = readonly [name: string, value: string]

export function factsText(facts: readonly Fact[]): string {
  const shown = facts.filter(([, value]) => value !== '')
  const width = Math.max(0, ...shown.map(([name]) => displayWidth(name)))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`).join('')
}
