// The sealed box: AES-256-GCM with a data key per record, wrapped by the master key. Associated data binds a
// sealed text to its table, row and column, so it opens nowhere else. A key id allows rotation. Architecture 5.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { Secret } from './secret.ts'

export interface Place {
  table: string
  row: string
  column: string
}

export interface SecretBox {
  readonly keyId: string
  seal(place: Place, secret: Secret): string
  open(place: Place, sealed: string): Secret
}

const version = 'v1'

/** The master key is 32 bytes in base64, as `up` writes it. */
export function createSecretBox(masterKey: Secret): SecretBox {
  const master = decodeMasterKey(masterKey)
  const keyId = createHash('sha256').update('levelrail key id').update(master).digest('hex').slice(0, 12)
  return {
    keyId,
    seal(place, secret) {
      const dataKey = randomBytes(32)
      const wrapped = encrypt(master, dataKey, boundTo(place, 'key'))
      const text = encrypt(dataKey, Buffer.from(secret.reveal(), 'utf8'), boundTo(place, 'text'))
      return [version, keyId, wrapped.toString('base64url'), text.toString('base64url')].join('.')
    },
    open(place, sealed) {
      const [writtenVersion, sealedWith, wrapped = '', text = ''] = sealed.split('.')
      if (writtenVersion !== version)
        throw new Error(`${describe(place)} is sealed in a form this version does not know`)
      if (sealedWith !== keyId) {
        throw new Error(`${describe(place)} was sealed with master key ${sealedWith}, but the key in use is ${keyId}`)
      }
      const dataKey = decrypt(master, Buffer.from(wrapped, 'base64url'), boundTo(place, 'key'))
      return new Secret(decrypt(dataKey, Buffer.from(text, 'base64url'), boundTo(place, 'text')).toString('utf8'))
    },
  }
}

export function isMasterKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=?$/.test(text.trim())
}

function decodeMasterKey(masterKey: Secret): Buffer {
  const key = Buffer.from(masterKey.reveal().trim(), 'base64')
  if (key.length !== 32) throw new Error('the master key must be 32 bytes in base64')
  return key
}

function boundTo({ table, row, column }: Place, part: string): Buffer {
  return Buffer.from(JSON.stringify([version, table, row, column, part]))
}

function describe({ table, row, column }: Place): string {
  return `${table}.${column} of ${row}`
}

function encrypt(key: Buffer, plain: Buffer, associated: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer, associated: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(associated)
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}
