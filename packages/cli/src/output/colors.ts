// The few colours in use; plain text where the stream is no terminal or colours are unwanted.

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

export type Color = keyof typeof codes
export type Paint = (color: Color, text: string) => string

export function painter(isColored: boolean): Paint {
  if (!isColored) return (_, text) => text
  return (color, text) => `\x1b[${codes[color][0]}m${text}\x1b[${codes[color][1]}m`
}
