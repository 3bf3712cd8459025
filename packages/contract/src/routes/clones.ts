// Clones of apps and environments. Spec 4.2, 4.3; the path of the first is in the reading notes.
import { get, post } from '../route.ts'
import { App } from '../schemas/apps.ts'
import * as clones from '../schemas/clones.ts'

export const cloneRoutes = {
  appClone: post('/apps/{name}/clone', {
    ability: 'write',
    body: clones.AppClone,
    result: App,
    status: 201,
    summary: 'Record a copy of an app under another name; it is not deployed',
  }),
  appClonePreview: get('/apps/{name}/clone/preview', {
    ability: 'read',
    query: clones.AppClonePreviewQuery,
    result: clones.AppClonePreview,
    summary: 'What a clone of the app copies, and what it leaves',
  }),
  environmentClone: post('/environments/{id}/clone', {
    ability: 'deploy',
    body: clones.EnvironmentClone,
    result: clones.ClonedEnvironment,
    status: 201,
    summary: 'Record a copy of an environment with its variables and apps, all or nothing; nothing is deployed',
  }),
  environmentClonePreview: get('/environments/{id}/clone/preview', {
    ability: 'read',
    query: clones.EnvironmentClonePreviewQuery,
    result: clones.EnvironmentClonePreview,
    summary: 'What a clone of the environment copies, and what it leaves',
  }),
}
