// A command as one types it, and the words that are run: quotes keep spaces together, nothing else of a shell.

export interface CommandLine {
  words: string[]
  /** Why it cannot be run as it stands. */
  problem?: string
}

const plain = /^[\w%+,./:=@-]+$/

export function splitCommand(line: string): CommandLine {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (letter === '\\' && quote !== "'") {
      at++
      if (at === line.length) return { words, problem: 'There is nothing after the last backslash.' }
      word = (word ?? '') + line.charAt(at)
    } else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter
      word ??= ''
    } else if (letter === quote) quote = ''
    else if (quote === '' && /\s/.test(letter)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + letter
  }
  if (quote !== '') return { words, problem: `The quote ${quote} is not closed.` }
  return { words: word === undefined ? words : [...words, word] }
}

/** A line that is split into exactly these words. */
export function joinCommand(words: readonly string[]): string {
  return words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
