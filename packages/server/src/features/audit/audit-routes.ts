// GET /audit-log. Spec 4.4, 6.4.
import type { Handler } from '../../context.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { listAudit, viewAudit } from './audit-store.ts'

export const auditList: Handler<'auditList'> = async ({ db }, { query, request, answer }) => {
  const page = pageOf(query)
  const rows = await listAudit(db, query, page)
  return onePage(rows, page, ({ at, id }) => ({ at, id }), request, answer).map(viewAudit)
}
