// Projects: what apps may be filed under. Removing one disrupts nothing. Spec 1 (convention 3), 4.3.
import type { Handler } from '../../context.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { unlabelApps } from '../apps/label-apps.ts'
import { forgetSharedEnv } from '../env/forget-shared-env.ts'
import { forgetGuards } from '../guards/forget-guards.ts'
import { deleteProject, insertProject, listProjects, setOrganization } from './project-store.ts'
import { checkTarget, findProject } from './project-view.ts'

export const projectList: Handler<'projectList'> = async ({ db }, { query, request, answer }) => {
  const page = pageOf(query)
  const cursorOf = ({ created_at, id }: { created_at: string; id: string }) => ({ at: created_at, id })
  return onePage(await listProjects(db, page), page, cursorOf, request, answer)
}

export const projectCreate: Handler<'projectCreate'> = async ({ clock }, { body, transact }) => {
  const project = { id: newId('prj', clock.now()), name: body.name, org_id: '', created_at: isoNow(clock) }
  await transact(`projects/${project.id}`, (trx) => insertProject(trx, project))
  return project
}

export const projectView: Handler<'projectView'> = ({ db }, { params }) => findProject(db, params.id)

export const projectDelete: Handler<'projectDelete'> = async ({ loops }, { params, transact }) => {
  await transact(`projects/${params.id}`, async (trx) => {
    await findProject(trx, params.id)
    const environmentIds = await deleteProject(trx, params.id)
    await unlabelApps(trx, 'project_id', [params.id])
    await unlabelApps(trx, 'environment_id', environmentIds)
    await forgetSharedEnv(trx, [params.id, ...environmentIds])
    await forgetGuards(trx, [params.id, ...environmentIds])
  })
  loops.wake('held-deploys', 'all')
}

export const projectMove: Handler<'projectMove'> = (_, { params, body, transact }) =>
  transact(`projects/${params.id}`, async (trx) => {
    const project = await findProject(trx, params.id)
    await checkTarget(trx, 'org_id', 'organization', body.org_id)
    await setOrganization(trx, project.id, body.org_id)
    return { ...project, org_id: body.org_id }
  })
