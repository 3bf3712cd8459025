// Keeps a certificate with its key sealed, in place of the one of the same owner for the same hosts; and notes one that
// is waited for, or that could not be had. Whoever gets certificates, from wherever, does it by these.
import { newId } from '../../lib/ids.ts'
import type { Secret } from '../../lib/secret.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Trx } from '../../store/store.ts'
import { type CertificateOwner, hostsKey, keyPlace, type StoredCertificate } from './certificate.ts'
import type { ReadChain } from './certificate-chain.ts'
import { deleteCertificate, getCertificateFor, insertCertificate, updateCertificate } from './certificate-store.ts'

export interface CertificateToKeep {
  /** Of a new one, where the caller has to know it before. */
  id?: string
  owner: CertificateOwner
  /** What it was asked for, where that is how it is found again; else what the certificate names. */
  hosts?: string[]
  chain: ReadChain
  /** PEM of the private key. */
  key: Secret
}

export async function keepCertificate(
  trx: Trx,
  box: SecretBox,
  now: Date,
  { id: newOne, owner, hosts, chain, key }: CertificateToKeep,
): Promise<StoredCertificate> {
  const named = hostsKey(hosts ?? chain.hosts)
  const before = owner === 'custom' ? undefined : await getCertificateFor(trx, owner, named)
  const id = before?.id ?? newOne ?? newId('crt', now)
  const fields = {
    chain_pem: chain.pem,
    key_sealed: box.seal(keyPlace(id), key),
    issuer: chain.issuer,
    not_before: chain.notBefore.toISOString(),
    not_after: chain.notAfter.toISOString(),
    fingerprint: chain.fingerprint,
    error: null,
    updated_at: now.toISOString(),
  }
  if (before) return updateCertificate(trx, id, fields)
  return insertCertificate(trx, { id, owner, hosts: named, created_at: now.toISOString(), ...fields })
}

/** `error` null: it is waited for. One that is there stays, with the reason why there is no newer one. */
export async function noteCertificate(
  trx: Trx,
  now: Date,
  owner: Exclude<CertificateOwner, 'custom'>,
  hosts: string[],
  error: string | null,
): Promise<StoredCertificate> {
  const named = hostsKey(hosts)
  const before = await getCertificateFor(trx, owner, named)
  const fields = { error: error?.slice(0, 1000) ?? null, updated_at: now.toISOString() }
  if (before) return updateCertificate(trx, before.id, fields)
  const none = { chain_pem: null, key_sealed: null, issuer: '', not_before: null, not_after: null, fingerprint: null }
  const id = newId('crt', now)
  return insertCertificate(trx, { id, owner, hosts: named, created_at: now.toISOString(), ...none, ...fields })
}

export async function forgetCertificate(
  trx: Trx,
  owner: Exclude<CertificateOwner, 'custom'>,
  hosts: string[],
): Promise<void> {
  const before = await getCertificateFor(trx, owner, hostsKey(hosts))
  if (before) await deleteCertificate(trx, before.id)
}
