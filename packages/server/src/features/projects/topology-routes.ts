// The graph of a project, without what the caller may not see. Spec 4.3, rulings 13.
import type { Handler } from '../../context.ts'
import { mayTouch } from '../../http/actor.ts'
import { appSubject } from '../apps/app.ts'
import { listAppsOfProject } from '../apps/app-view.ts'
import { conditionsBySubject } from '../system/conditions.ts'
import { findProject } from './project-view.ts'
import { drawTopology } from './topology.ts'

export const projectTopology: Handler<'projectTopology'> = async ({ db }, { params, actor }) => {
  const project = await findProject(db, params.id)
  const apps = (await listAppsOfProject(db, project.id)).filter(({ name }) => mayTouch(actor, 'app', name))
  const conditions = await conditionsBySubject(
    db,
    apps.map(({ name }) => appSubject(name)),
  )
  const stateOf = (name: string) =>
    conditions.get(appSubject(name))?.find(({ type }) => type === 'Ready')?.reason ?? 'NeverDeployed'
  return drawTopology(
    project.id,
    apps.map((app) => ({ ...app, state: stateOf(app.name) })),
  )
}
