// Apps: records, secrets, stop, start, restart. Spec 4.2; abilities that it leaves open are in the reading notes.
import Type from 'typebox'
import { del, get, patch, post, put } from '../route.ts'
import * as apps from '../schemas/apps.ts'
import { closed, oneOf, Paging } from '../schemas/common.ts'

const FilterId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]*$',
  description: '`none` finds those in none',
})

const ListQuery = closed({
  ...Paging,
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  sort: Type.Optional(oneOf(['name', '-name', 'created_at', '-created_at'])),
  project_id: Type.Optional(FilterId),
  environment_id: Type.Optional(FilterId),
})

export const appRoutes = {
  appList: get('/apps', {
    ability: 'read',
    query: ListQuery,
    result: Type.Array(apps.App),
    keep: true,
    summary: 'Apps, by name unless sorted otherwise',
  }),
  appCreate: post('/apps', {
    ability: 'write',
    body: apps.AppCreate,
    result: apps.App,
    status: 201,
    summary: 'Record an app, in a project if wanted; with an image its first deploy starts unless `deploy` is false',
  }),
  appsSummary: get('/apps-summary', {
    ability: 'read',
    result: apps.AppSummary,
    summary: 'How many apps are in which state',
  }),
  appView: get('/apps/{name}', {
    ability: 'read',
    result: apps.App,
    keep: true,
    summary: 'One app, with what differs from what runs',
  }),
  appReplace: put('/apps/{name}', {
    ability: 'write',
    body: apps.AppReplace,
    result: apps.App,
    summary: 'Write the whole record; fields with a route of their own must be unchanged',
  }),
  appUpdate: patch('/apps/{name}', {
    ability: 'write',
    body: apps.AppUpdate,
    result: apps.App,
    summary: 'Change only the fields that are named',
  }),
  appDelete: del('/apps/{name}', { ability: 'write', summary: 'Remove the app and its containers; its volumes stay' }),
  appStop: post('/apps/{name}/stop', {
    ability: 'deploy',
    result: apps.App,
    summary: 'Stop the app on the next pass; its volumes stay',
  }),
  appStart: post('/apps/{name}/start', {
    ability: 'deploy',
    result: apps.App,
    summary: 'Start the app on the next pass',
  }),
  appRestart: post('/apps/{name}/restart', {
    ability: 'deploy',
    result: apps.App,
    summary: 'Recreate the containers with the current settings and variables, same image',
  }),
  appEnvUpdate: patch('/apps/{name}/env', {
    ability: 'write',
    body: apps.EnvChanges,
    result: apps.App,
    summary: 'Change single plain variables; null takes one away',
  }),
  appLogDrainSet: put('/apps/{name}/log-drain', {
    ability: 'write:sensitive',
    body: apps.LogDrain,
    result: apps.App,
    summary: 'Forward the logs of the app to an HTTP or syslog receiver from now on',
  }),
  appLogDrainDelete: del('/apps/{name}/log-drain', {
    ability: 'write:sensitive',
    summary: 'Forget where logs are to be forwarded to; logs stay where they are',
  }),
  appReplicas: get('/apps/{name}/replicas', {
    ability: 'read',
    result: Type.Array(apps.Replica),
    summary: 'The containers of the app as they are now',
  }),
  appSecretList: get('/apps/{name}/secrets', {
    ability: 'read',
    result: Type.Array(apps.AppSecret),
    summary: 'Names of the app’s secrets, never their values',
  }),
  appSecretSet: put('/apps/{name}/secrets/{key}', {
    ability: 'write:sensitive',
    body: apps.AppSecretSet,
    summary: 'Set a secret; a locked one needs `overwrite_locked`',
  }),
  appSecretLock: patch('/apps/{name}/secrets/{key}', {
    ability: 'write:sensitive',
    body: apps.AppSecretLock,
    summary: 'Lock or unlock a secret without sending its value',
  }),
  appSecretDelete: del('/apps/{name}/secrets/{key}', {
    ability: 'write:sensitive',
    summary: 'Remove the value of a secret',
  }),
}
