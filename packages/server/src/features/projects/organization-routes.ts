// Organizations: what projects may be filed under. Removing one disrupts nothing. Spec 4.3.
import type { Handler } from '../../context.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { forgetSharedEnv } from '../env/forget-shared-env.ts'
import { deleteOrganization, insertOrganization, listOrganizations } from './project-store.ts'
import { findOrganization } from './project-view.ts'

export const organizationList: Handler<'organizationList'> = async ({ db }, { query, request, answer }) => {
  const page = pageOf(query)
  const cursorOf = ({ created_at, id }: { created_at: string; id: string }) => ({ at: created_at, id })
  return onePage(await listOrganizations(db, page), page, cursorOf, request, answer)
}

export const organizationCreate: Handler<'organizationCreate'> = async ({ clock }, { body, transact }) => {
  const organization = { id: newId('org', clock.now()), name: body.name, created_at: isoNow(clock) }
  await transact(`organizations/${organization.id}`, (trx) => insertOrganization(trx, organization))
  return organization
}

export const organizationView: Handler<'organizationView'> = ({ db }, { params }) => findOrganization(db, params.id)

export const organizationDelete: Handler<'organizationDelete'> = async (_, { params, transact }) => {
  await transact(`organizations/${params.id}`, async (trx) => {
    await findOrganization(trx, params.id)
    await deleteOrganization(trx, params.id)
    await forgetSharedEnv(trx, [params.id])
  })
}
