// Reads of certificates that other features need too. Keys stay out of all but `listSealedKeys`.
import { notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { CertificateAuthorityRow, CertificateRow } from '../../store/tables.ts'
import type { CertificateOwner, StoredCertificate } from './certificate.ts'

const shownColumns = [
  'id',
  'owner',
  'hosts',
  'chain_pem',
  'issuer',
  'not_before',
  'not_after',
  'fingerprint',
  'error',
  'created_at',
  'updated_at',
] as const satisfies (keyof StoredCertificate)[]

export async function listCertificates(db: Db | Trx): Promise<StoredCertificate[]> {
  const rows = await db.selectFrom('certificates').select(shownColumns).orderBy('owner').orderBy('hosts').execute()
  return rows.map(readRow)
}

export async function findCertificate(db: Db | Trx, id: string): Promise<StoredCertificate> {
  const row = await db.selectFrom('certificates').select(shownColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('certificate', id)
  return readRow(row)
}

export function readRow({ owner, hosts, ...rest }: Omit<CertificateRow, 'key_sealed'>): StoredCertificate {
  return { ...rest, owner: owner as CertificateOwner, hosts: JSON.parse(hosts) as string[] }
}

/** By id of the certificate. */
export async function listSealedKeys(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('certificates').select(['id', 'key_sealed']).execute()
  return new Map(rows.flatMap(({ id, key_sealed }) => (key_sealed === null ? [] : [[id, key_sealed]])))
}

export async function getAuthority(db: Db | Trx): Promise<CertificateAuthorityRow | undefined> {
  return db.selectFrom('certificate_authority').selectAll().where('id', '=', 1).executeTakeFirst()
}
