// SQL of organizations, projects and environments. Lists are newest first, with one row more than the page holds.
import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../http/paging.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { EnvironmentRow, OrganizationRow, ProjectRow } from '../../store/tables.ts'

export async function insertOrganization(trx: Trx, row: OrganizationRow): Promise<void> {
  await trx.insertInto('organizations').values(row).execute()
}

export async function insertProject(trx: Trx, row: ProjectRow): Promise<void> {
  await trx.insertInto('projects').values(row).execute()
}

export async function insertEnvironment(trx: Trx, row: EnvironmentRow): Promise<void> {
  await trx.insertInto('environments').values(row).execute()
}

export async function listOrganizations(db: Db, page: Page): Promise<OrganizationRow[]> {
  const rows = db.selectFrom('organizations').selectAll().where(isBefore(page))
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function listProjects(db: Db, page: Page): Promise<ProjectRow[]> {
  const rows = db.selectFrom('projects').selectAll().where(isBefore(page))
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Of one project, or of all. */
export async function listEnvironments(db: Db, projectId: string | undefined, page: Page): Promise<EnvironmentRow[]> {
  const all = db.selectFrom('environments').selectAll().where(isBefore(page))
  const rows = projectId === undefined ? all : all.where('project_id', '=', projectId)
  return rows
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function setOrganization(trx: Trx, projectId: string, orgId: string): Promise<void> {
  await trx.updateTable('projects').set({ org_id: orgId }).where('id', '=', projectId).execute()
}

export async function setProtected(trx: Trx, environmentId: string, isProtected: boolean): Promise<void> {
  await trx
    .updateTable('environments')
    .set({ protected: isProtected ? 1 : 0 })
    .where('id', '=', environmentId)
    .execute()
}

/** Its projects stay, in no organization. */
export async function deleteOrganization(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('projects').set({ org_id: '' }).where('org_id', '=', id).execute()
  await trx.deleteFrom('organizations').where('id', '=', id).execute()
}

/** Returns the environments that go with it. */
export async function deleteProject(trx: Trx, id: string): Promise<string[]> {
  const environments = await trx.deleteFrom('environments').where('project_id', '=', id).returning('id').execute()
  await trx.deleteFrom('projects').where('id', '=', id).execute()
  return environments.map((environment) => environment.id)
}

export async function deleteEnvironment(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('environments').where('id', '=', id).execute()
}

function isBefore({ before }: Page): RawBuilder<boolean> {
  return before ? sql<boolean>`(created_at, id) < (${before.at}, ${before.id})` : sql<boolean>`true`
}
