// SQL that changes certificates.
import type { Insertable, Updateable } from 'kysely'
import { conflict } from '../../errors.ts'
import type { Trx } from '../../store/store.ts'
import type { CertificateAuthorityRow, CertificateRow } from '../../store/tables.ts'
import { isDuplicate } from '../../store/write-rules.ts'
import type { CertificateOwner, StoredCertificate } from './certificate.ts'
import { readRow } from './certificate-view.ts'

export async function insertCertificate(trx: Trx, row: Insertable<CertificateRow>): Promise<StoredCertificate> {
  try {
    return readRow(await trx.insertInto('certificates').values(row).returningAll().executeTakeFirstOrThrow())
  } catch (error) {
    if (isDuplicate(error)) throw conflict('this certificate is here already: levelrail certs list shows it')
    throw error
  }
}

export async function updateCertificate(
  trx: Trx,
  id: string,
  changes: Updateable<CertificateRow>,
): Promise<StoredCertificate> {
  const update = trx.updateTable('certificates').set(changes).where('id', '=', id)
  return readRow(await update.returningAll().executeTakeFirstOrThrow())
}

export async function getCertificateFor(
  trx: Trx,
  owner: CertificateOwner,
  hosts: string,
): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('certificates')
    .select('id')
    .where('owner', '=', owner)
    .where('hosts', '=', hosts)
    .executeTakeFirst()
}

export async function deleteCertificate(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('certificates').where('id', '=', id).execute()
}

export async function saveAuthority(trx: Trx, row: CertificateAuthorityRow): Promise<void> {
  await trx
    .insertInto('certificate_authority')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
