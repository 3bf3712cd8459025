// What a guard is for: everything, a project, an environment or an app. Refuses what is not there, and says its name.
import type { FreezeScope } from '@levelrail/contract/schemas/guards.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import type { Db, Trx } from '../../store/store.ts'
import { getApp } from '../apps/app-view.ts'
import { checkTarget, targetEnvironment } from '../projects/project-view.ts'

export interface Scope {
  scope: FreezeScope
  scopeId: string
}

/** An app outside the caller's policy is not there for them. Rulings 13. */
export async function checkScope(trx: Trx, actor: SignedIn, { scope, scopeId }: Scope): Promise<void> {
  if (scope !== 'app' && actor.policies.some(({ apps }) => apps !== null))
    throw forbidden('your policy covers only some apps: name one of them, with scope "app"')
  if (scope === 'all') {
    if (scopeId !== '') throw badRequest('scope_id: is not used with scope "all": leave it out, or name the scope')
    return
  }
  if (scopeId === '') throw badRequest(`scope_id: is missing: say which ${scope}`)
  if (scope === 'project') return checkTarget(trx, 'scope_id', 'project', scopeId)
  if (scope === 'environment') return void (await targetEnvironment(trx, 'scope_id', scopeId, ''))
  const app = mayTouch(actor, 'app', scopeId) ? await getApp(trx, scopeId) : undefined
  if (!app || app.isDeleting) throw badRequest(`scope_id: there is no app ${JSON.stringify(scopeId)}`)
}

export function maySee(actor: SignedIn, { scope, scopeId }: Scope): boolean {
  return scope !== 'app' || mayTouch(actor, 'app', scopeId)
}

/** What people call each of them, by id. */
export async function nameScopes(db: Db | Trx, scopes: readonly Scope[]): Promise<(scope: Scope) => string> {
  const idsOf = (kind: FreezeScope) => [...new Set(scopes.flatMap((each) => (each.scope === kind ? each.scopeId : [])))]
  const [projectIds, environmentIds] = [idsOf('project'), idsOf('environment')]
  const names = new Map<string, string>()
  if (projectIds.length > 0)
    for (const { id, name } of await db
      .selectFrom('projects')
      .select(['id', 'name'])
      .where('id', 'in', projectIds)
      .execute())
      names.set(id, name)
  if (environmentIds.length > 0)
    for (const { id, name, project } of await db
      .selectFrom('environments')
      .innerJoin('projects', 'projects.id', 'environments.project_id')
      .select(['environments.id as id', 'environments.name as name', 'projects.name as project'])
      .where('environments.id', 'in', environmentIds)
      .execute())
      names.set(id, `${project} / ${name}`)
  return ({ scope, scopeId }) => (scope === 'all' ? 'all apps' : (names.get(scopeId) ?? scopeId))
}
