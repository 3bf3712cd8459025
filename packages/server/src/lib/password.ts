// Passwords by argon2id, at most two at once: each takes 19 MiB while it runs (rulings 34).
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { createSemaphore } from './semaphore.ts'

const atMostTwo = createSemaphore(2)
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await atMostTwo(() => derive({ message: password, nonce, tagLength, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (!parts) return false
  const expected = Buffer.from(parts[5] ?? '', 'base64url')
  const tag = await atMostTwo(() =>
    derive({
      message: password,
      nonce: Buffer.from(parts[4] ?? '', 'base64url'),
      tagLength: expected.length,
      memory: Number(parts[1]),
      passes: Number(parts[2]),
      parallelism: Number(parts[3]),
    }),
  )
  return timingSafeEqual(tag, expected)
}

/** Takes as long as a real check, so that an unknown account answers no faster than a known one. */
export async function checkNothing(password: string): Promise<false> {
  await hashPassword(password)
  return false
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}
