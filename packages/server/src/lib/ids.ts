// Ids and secrets made by us: a prefix that says what it is, then random letters from the system's source.
import { createHash, randomBytes } from 'node:crypto'

export type IdPrefix =
  | 'usr'
  | 'ses'
  | 'tok'
  | 'aud'
  | 'key'
  | 'wfl'
  | 'ins'
  | 'nod'
  | 'dep'
  | 'reg'
  | 'evt'
  | 'tsk'
  | 'run'
  | 'org'
  | 'prj'
  | 'env'
  | 'frz'
  | 'crt'

/** Sorts by time of making within a millisecond's grain, so that newest-first needs no second column. */
export function newId(prefix: IdPrefix, now: Date): string {
  const time = now.getTime().toString(36).padStart(9, '0')
  return `${prefix}_${time}${randomBytes(8).toString('hex')}`
}

/** A credential that is shown once; only its hash is stored. */
export function newCredential(prefix: 'lrs' | 'lrt' | 'lru' | 'lrm'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

export function hashCredential(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Ids of requests: unique across starts by their beginning, counted within one, so that each costs next to nothing. */
export function requestIds(): () => string {
  const start = randomBytes(9).toString('hex')
  let count = 0
  return () => `req_${start}${(count++).toString(36).padStart(6, '0')}`
}
