// The shared variables of two environments of a project, side by side. Spec 2.4.
import type { Project } from '@levelrail/contract/schemas/projects.ts'
import type { Handler } from '../../context.ts'
import { layerEnv } from '../env/env-layers.ts'
import { compareEnv, type EnvValue, viewVariable } from '../env/env-value.ts'
import { readSharedValues } from '../env/shared-env-view.ts'
import { findProject, targetEnvironment } from './project-view.ts'

export const environmentCompare: Handler<'environmentCompare'> = async ({ db }, { params, query }) => {
  const project = await findProject(db, params.id)
  await targetEnvironment(db, 'query parameter a', query.a, project.id)
  await targetEnvironment(db, 'query parameter b', query.b, project.id)
  const shared = await readSharedValues(db, [project.org_id, project.id, query.a, query.b])
  const a = sharedEnvOf(shared, project, query.a)
  const b = sharedEnvOf(shared, project, query.b)
  return { a: { environment_id: query.a, env: a }, b: { environment_id: query.b, env: b }, diff: compareEnv(a, b) }
}

function sharedEnvOf(shared: Map<string, Map<string, EnvValue>>, project: Project, environmentId: string) {
  const layers = {
    organization: shared.get(project.org_id) ?? new Map(),
    project: shared.get(project.id) ?? new Map(),
    environment: shared.get(environmentId) ?? new Map(),
  }
  return layerEnv<EnvValue>(layers).map(viewVariable)
}
