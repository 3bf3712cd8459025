// Keeps the certificates of the internal authority: one for each host that has no other, and the authority itself, which
// is made when it is first needed. Its key is sealed and opened only to sign.
import type { Context } from '../../context.ts'
import { failpoint } from '../../lib/failpoint.ts'
import { Secret } from '../../lib/secret.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Db } from '../../store/store.ts'
import { readChain } from './certificate-chain.ts'
import { deleteCertificate, saveAuthority } from './certificate-store.ts'
import { getAuthority, listCertificates } from './certificate-view.ts'
import { datesFor, datesOf, leafDays, planInternal, rootDays } from './internal-plan.ts'
import { type IssueOrder, issueCertificates } from './issue-certificates.ts'
import { keepCertificate } from './keep-certificate.ts'

type Needs = Pick<Context, 'db' | 'lease' | 'clock'>

const authorityName = 'Levelrail internal authority'
const authorityKeyPlace = { table: 'certificate_authority', row: '1', column: 'key_sealed' }

export async function keepInternalCertificates(
  { db, lease, clock }: Needs,
  box: SecretBox,
  hosts: string[],
): Promise<void> {
  const now = clock.now()
  const { issue, remove } = planInternal(hosts, await listCertificates(db), now)
  if (issue.length === 0 && remove.length === 0) return
  const leaves = issue.map((host) => ({ hosts: [host], ...datesOf(host, now) }))
  const authority = await openAuthority(db, box, now)
  const issued = leaves.length === 0 ? undefined : issueCertificates({ authority, leaves })
  await failpoint('certificates.internal.issued')
  await db.transaction().execute(async (trx) => {
    await lease.hold(trx)
    for (const { id } of remove) await deleteCertificate(trx, id)
    if (!issued) return
    if ('name' in authority)
      await saveAuthority(trx, {
        id: 1,
        certificate_pem: issued.authority.certificatePem,
        key_sealed: box.seal(authorityKeyPlace, new Secret(issued.authority.keyPem)),
        not_after: authority.notAfter.toISOString(),
        created_at: now.toISOString(),
      })
    for (const [at, { certificatePem, keyPem }] of issued.leaves.entries()) {
      const chain = readChain(certificatePem)
      if (!chain.ok) throw new Error(`a certificate of our own cannot be read: it ${chain.reason}`)
      const named = { hosts: [issue[at] ?? ''], chain: chain.value, key: new Secret(keyPem) }
      await keepCertificate(trx, box, now, { owner: 'internal', ...named })
    }
  })
}

/** The one that is kept, unless it ends before what it would sign. */
async function openAuthority(db: Db, box: SecretBox, now: Date): Promise<IssueOrder['authority']> {
  const kept = await getAuthority(db)
  if (!kept || Date.parse(kept.not_after) < datesFor(leafDays, now).notAfter.getTime())
    return { name: authorityName, ...datesFor(rootDays, now) }
  return { certificatePem: kept.certificate_pem, keyPem: box.open(authorityKeyPlace, kept.key_sealed).reveal() }
}
