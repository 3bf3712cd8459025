// Signing keys of the instance: Ed25519, published as a JSON key set. Pure but for the randomness of a new key.
import { generateKeyPairSync } from 'node:crypto'
import type { JwkSet } from '@levelrail/contract/schemas/system.ts'
import { Secret } from '../../lib/secret.ts'

export type PublicJwk = JwkSet['keys'][number]

export interface NewSigningKey {
  publicJwk: PublicJwk
  privatePem: Secret
}

export function makeSigningKey(id: string): NewSigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid: id, alg: 'EdDSA', use: 'sig' },
    privatePem: new Secret(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
  }
}

export function privateKeyPlace(id: string) {
  return { table: 'signing_keys', row: id, column: 'private_sealed' }
}
