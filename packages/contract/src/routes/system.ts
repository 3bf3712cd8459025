// Discovery, health, the platform's own state and its audit log. Spec 4.1, 4.4, 6.4.
import Type from 'typebox'
import { get, getAtRoot, post } from '../route.ts'
import { AuditEntry, AuditQuery } from '../schemas/audit.ts'
import { Cleanup, CleanupRequest } from '../schemas/cleanup.ts'
import { closed } from '../schemas/common.ts'
import { JwkSet, OpenApiDocument, SigningKey, SystemStatus, Workflow } from '../schemas/system.ts'

export const systemRoutes = {
  jwksView: getAtRoot('/.well-known/jwks.json', {
    ability: 'none',
    result: JwkSet,
    summary: 'Public signing keys of this instance',
  }),
  healthView: getAtRoot('/healthz', { ability: 'none', text: true, summary: 'The process is alive' }),
  readinessView: getAtRoot('/readyz', {
    ability: 'none',
    text: true,
    summary: 'The process can serve: its database answers',
  }),
  metricsView: getAtRoot('/metrics', {
    ability: 'read',
    text: true,
    summary: 'The platform’s own metrics as Prometheus text',
  }),
  openapiView: get('/openapi.json', {
    ability: 'read',
    result: OpenApiDocument,
    summary: 'This route table as OpenAPI 3.1',
  }),
  systemStatus: get('/system/status', {
    ability: 'read',
    result: SystemStatus,
    summary: 'Version, conditions and background work',
  }),
  changeFollow: get('/changes', {
    ability: 'read',
    query: closed({ after: Type.Optional(Type.String({ maxLength: 100, description: 'Id of the last event seen' })) }),
    stream: true,
    summary: 'Which resources change, by kind and name, as server-sent events',
  }),
  signingKeyList: get('/system/signing-keys', {
    ability: 'root',
    result: Type.Array(SigningKey),
    summary: 'Signing keys and their state',
  }),
  signingKeyRotate: post('/system/signing-keys/rotate', {
    ability: 'root',
    result: Workflow,
    status: 202,
    summary: 'Start a rotation: publish a new key, sign with it, retire the old one',
  }),
  systemCleanup: post('/system/cleanup', {
    ability: 'root',
    body: CleanupRequest,
    result: Cleanup,
    summary: 'List what this instance left on the machine, or remove it; volumes only by name',
  }),
  workflowView: get('/system/workflows/{id}', {
    ability: 'read',
    result: Workflow,
    summary: 'How far a piece of long work is',
  }),
  auditList: get('/audit-log', {
    ability: 'root',
    query: AuditQuery,
    result: Type.Array(AuditEntry),
    summary: 'Every write, sign-in and refused attempt, newest first',
  }),
}
