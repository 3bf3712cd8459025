// Environments: tags of apps within a project, such as staging and production. Spec 2.2, 4.3.
import type { Handler } from '../../context.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { unlabelApps } from '../apps/label-apps.ts'
import { forgetSharedEnv } from '../env/forget-shared-env.ts'
import { forgetGuards } from '../guards/forget-guards.ts'
import { addEnvironment } from './add-environment.ts'
import { deleteEnvironment, listEnvironments, setProtected } from './project-store.ts'
import { findEnvironment, findProject, viewEnvironment } from './project-view.ts'

const cursorOf = ({ created_at, id }: { created_at: string; id: string }) => ({ at: created_at, id })

export const environmentList: Handler<'environmentList'> = async ({ db }, { params, query, request, answer }) => {
  const project = await findProject(db, params.id)
  const page = pageOf(query)
  return onePage(await listEnvironments(db, project.id, page), page, cursorOf, request, answer).map(viewEnvironment)
}

export const environmentListAll: Handler<'environmentListAll'> = async ({ db }, { query, request, answer }) => {
  const page = pageOf(query)
  return onePage(await listEnvironments(db, undefined, page), page, cursorOf, request, answer).map(viewEnvironment)
}

export const environmentCreate: Handler<'environmentCreate'> = async ({ clock }, { params, body, transact }) => {
  const environment = {
    id: newId('env', clock.now()),
    project_id: params.id,
    name: body.name,
    protected: body.protected === true,
    created_at: isoNow(clock),
  }
  await transact(`environments/${environment.id}`, async (trx) => {
    await findProject(trx, params.id)
    await addEnvironment(trx, environment)
  })
  return environment
}

export const environmentView: Handler<'environmentView'> = ({ db }, { params }) => findEnvironment(db, params.id)

export const environmentUpdate: Handler<'environmentUpdate'> = (_, { params, body, transact }) =>
  transact(`environments/${params.id}`, async (trx) => {
    const environment = await findEnvironment(trx, params.id)
    await setProtected(trx, environment.id, body.protected)
    return { ...environment, protected: body.protected }
  })

export const environmentDelete: Handler<'environmentDelete'> = async ({ loops }, { params, transact }) => {
  await transact(`environments/${params.id}`, async (trx) => {
    await findEnvironment(trx, params.id)
    await deleteEnvironment(trx, params.id)
    await unlabelApps(trx, 'environment_id', [params.id])
    await forgetSharedEnv(trx, [params.id])
    await forgetGuards(trx, [params.id])
  })
  loops.wake('held-deploys', 'all')
}
