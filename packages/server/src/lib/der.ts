// Writes ASN.1 in DER, as far as certificates need it. Pure. Nothing of others is read here: node:crypto does that.

export function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

export function setOf(part: Buffer): Buffer {
  return tagged(0x31, part)
}

/** A tag of the context, around what has a tag of its own. */
export function explicit(number: number, part: Buffer): Buffer {
  return tagged(0xa0 + number, part)
}

/** A tag of the context in place of the own one of these bytes. */
export function implicit(number: number, content: Buffer): Buffer {
  return tagged(0x80 + number, content)
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]))
}

/** A number of these bytes, highest first, that is not negative. */
export function unsigned(bytes: Buffer): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0)
  const shortest = from < 0 ? Buffer.from([0]) : bytes.subarray(from)
  const isSigned = ((shortest[0] ?? 0) & 0x80) !== 0
  return tagged(0x02, isSigned ? Buffer.concat([Buffer.from([0]), shortest]) : shortest)
}

export function bits(content: Buffer, unused = 0): Buffer {
  return tagged(0x03, Buffer.from([unused]), content)
}

export function octets(content: Buffer): Buffer {
  return tagged(0x04, content)
}

export function text(value: string): Buffer {
  return tagged(0x0c, Buffer.from(value, 'utf8'))
}

/** Such as `2.5.29.17`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** With two digits of the year before 2050, as RFC 5280 wants it. */
export function time(at: Date): Buffer {
  const digits = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:T]/g, '')
  return at.getUTCFullYear() < 2050 ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(count: number): number[] {
  if (count < 0x80) return [count]
  const bytes: number[] = []
  for (let left = count; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  return [0x80 + bytes.length, ...bytes]
}

function base128(value: number): number[] {
  const groups = [value % 128]
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) groups.unshift(128 + (left % 128))
  return groups
}
