// Deploys and what became of them. Spec 4.2.
import Type from 'typebox'
import { get, post, put } from '../route.ts'
import { closed, Paging } from '../schemas/common.ts'
import * as deploys from '../schemas/deploys.ts'

const Pages = closed(Paging)

export const deployRoutes = {
  deployCreate: post('/apps/{name}/deploys', {
    ability: 'deploy',
    body: deploys.DeployCreate,
    result: deploys.Deploy,
    status: 202,
    summary: 'Deploy an image, or roll back to an earlier deploy',
  }),
  deployList: get('/apps/{name}/deploy-attempts', {
    ability: 'read',
    query: Pages,
    result: Type.Array(deploys.Deploy),
    summary: 'Deploys of an app, newest first',
  }),
  deployView: get('/apps/{name}/deploys/{deployId}', {
    ability: 'read',
    result: deploys.Deploy,
    summary: 'One deploy; `latest` is the newest',
  }),
  deployLogs: get('/apps/{name}/deploys/{deployId}/logs', {
    ability: 'read',
    stream: true,
    summary: 'The log of a deploy as server-sent events, with `end` when it is over',
  }),
  deployDiff: get('/apps/{name}/deploys/{deployId}/diff', {
    ability: 'read',
    query: deploys.DeployDiffQuery,
    result: deploys.DeployDiff,
    summary: 'What a deploy changed, or what going back to it would change; variables by name',
  }),
  deployCancel: post('/apps/{name}/deploys/{deployId}/cancel', {
    ability: 'deploy',
    result: deploys.Deploy,
    summary: 'Stop a deploy that is in progress',
  }),
  deployCanarySet: put('/apps/{name}/deploys/{deployId}/canary', {
    ability: 'deploy',
    body: deploys.CanarySet,
    result: deploys.Deploy,
    summary: 'Give a canary another share of the requests, or all of them',
  }),
  deployFailedList: get('/deploys/failed', {
    ability: 'read',
    query: Pages,
    result: Type.Array(deploys.Deploy),
    summary: 'Failed deploys of all apps, newest first',
  }),
  deploymentList: get('/deployments', {
    ability: 'read',
    query: Pages,
    result: Type.Array(deploys.Deploy),
    summary: 'Deploys of all apps, newest first',
  }),
  appDiagnose: get('/apps/{name}/diagnose', {
    ability: 'read',
    result: deploys.Diagnosis,
    summary: 'How the app is, why, and what to do',
  }),
  appFailureContext: get('/apps/{name}/failure-context', {
    ability: 'read',
    result: deploys.FailureContext,
    summary: 'The last lines of the container that was active last',
  }),
}
