// How many terminal columns a text takes, and a text made safe to show on a terminal.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide =
  /^(?:\p{Emoji_Presentation}|.\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}])/u
const plain = /^[\x20-\x7e]*$/
// Control characters, and the marks that turn the direction of writing around.
const unsafe = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** Others choose names and addresses: what they put in must not move the cursor or colour the screen. */
export function printable(text: string): string {
  return text.replace(unsafe, (mark) => (mark === '\n' || mark === '\t' ? ' ' : '\uFFFD'))
}
