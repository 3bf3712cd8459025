// Reads of organizations, projects and environments that other features need too. `find` throws for one that is not
// there; `target` refuses an id that something should be filed under. Spec 4.3.
import type { Environment, Organization, Project } from '@levelrail/contract/schemas/projects.ts'
import { badRequest, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { EnvironmentRow } from '../../store/tables.ts'

export async function findOrganization(db: Db | Trx, id: string): Promise<Organization> {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('organization', id)
  return row
}

export async function findProject(db: Db | Trx, id: string): Promise<Project> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('project', id)
  return row
}

export async function getEnvironment(db: Db | Trx, id: string): Promise<Environment | undefined> {
  const row = await db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && viewEnvironment(row)
}

export async function findEnvironment(db: Db | Trx, id: string): Promise<Environment> {
  const environment = await getEnvironment(db, id)
  if (!environment) throw notFound('environment', id)
  return environment
}

export async function isEnvironmentName(db: Db | Trx, projectId: string, name: string): Promise<boolean> {
  const rows = db.selectFrom('environments').select('id').where('project_id', '=', projectId).where('name', '=', name)
  return (await rows.executeTakeFirst()) !== undefined
}

/** The environment that the query or body names in this field, if it is one of the project. */
export async function targetEnvironment(
  db: Db | Trx,
  field: string,
  id: string,
  projectId: string,
): Promise<Environment> {
  const environment = await getEnvironment(db, id)
  if (!environment) throw badRequest(`${field}: there is no environment ${JSON.stringify(id)}`)
  if (projectId !== '' && environment.project_id !== projectId)
    throw badRequest(`${field}: environment ${JSON.stringify(id)} belongs to another project`)
  return environment
}

export async function checkTarget(
  db: Db | Trx,
  field: string,
  what: 'organization' | 'project',
  id: string,
): Promise<void> {
  if (id === '') return
  const row = await db.selectFrom(`${what}s`).select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw badRequest(`${field}: there is no ${what} ${JSON.stringify(id)}`)
}

export function viewEnvironment(row: EnvironmentRow): Environment {
  return { ...row, protected: row.protected === 1 }
}
