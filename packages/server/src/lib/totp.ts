// Time-based one-time codes (RFC 6238, SHA-1, 6 digits, 30 s), as authenticator apps make them.
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The step whose code was typed, within one step of now and after `lastStep`; undefined when none matches. */
export function matchingStep(secret: Buffer, code: string, now: Date, lastStep: number): number | undefined {
  const current = Math.floor(now.getTime() / stepMs)
  const typed = Buffer.from(code.padEnd(6).slice(0, 6))
  return [current, current - 1, current + 1].find(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(codeAt(secret, step)), typed),
  )
}

export function codeNow(secret: Buffer, now: Date): string {
  return codeAt(secret, Math.floor(now.getTime() / stepMs))
}

function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export function provisioningUri(secret: string, account: string): string {
  return `otpauth://totp/${encodeURIComponent(`Levelrail:${account}`)}?secret=${secret}&issuer=Levelrail&algorithm=SHA1&digits=6&period=30`
}

export function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = [...text.toUpperCase()].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
