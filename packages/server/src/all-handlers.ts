// THE map: route id -> handler. A row without a handler, or a handler without a row, does not compile.
import type { AllRoutes } from '@levelrail/contract/all-routes.ts'
import type { Context } from './context.ts'
import * as acme from './features/acme/acme-routes.ts'
import * as appEnv from './features/apps/app-env-routes.ts'
import * as apps from './features/apps/app-routes.ts'
import * as appSecrets from './features/apps/app-secret-routes.ts'
import * as diagnosis from './features/apps/diagnose-routes.ts'
import * as audit from './features/audit/audit-routes.ts'
import * as certificates from './features/certificates/certificate-routes.ts'
import * as changes from './features/changes/change-routes.ts'
import * as cleanup from './features/cleanup/cleanup-routes.ts'
import * as clones from './features/clones/clone-routes.ts'
import * as deploys from './features/deploys/deploy-routes.ts'
import * as sharedEnv from './features/env/shared-env-routes.ts'
import * as events from './features/events/event-routes.ts'
import * as exec from './features/exec/exec-routes.ts'
import * as approvals from './features/guards/approval-routes.ts'
import * as approvalRules from './features/guards/approval-rule-routes.ts'
import * as freezes from './features/guards/freeze-routes.ts'
import * as dns from './features/ingress/dns-routes.ts'
import * as domains from './features/ingress/domain-routes.ts'
import * as ingressSettings from './features/ingress/ingress-settings-routes.ts'
import * as logs from './features/logs/app-log-routes.ts'
import * as nodes from './features/nodes/node-routes.ts'
import * as bulk from './features/projects/bulk-routes.ts'
import * as compare from './features/projects/compare-routes.ts'
import * as environments from './features/projects/environment-routes.ts'
import * as moves from './features/projects/move-routes.ts'
import * as organizations from './features/projects/organization-routes.ts'
import * as projects from './features/projects/project-routes.ts'
import * as topology from './features/projects/topology-routes.ts'
import * as promotions from './features/promotions/promotion-routes.ts'
import * as registries from './features/registries/registry-routes.ts'
import * as requests from './features/requests/request-routes.ts'
import * as rules from './features/rules/rule-routes.ts'
import * as sessions from './features/sessions/session-routes.ts'
import * as signingKeys from './features/signing-keys/signing-key-routes.ts'
import * as system from './features/system/system-routes.ts'
import * as tasks from './features/tasks/task-routes.ts'
import * as tokens from './features/tokens/token-routes.ts'
import * as twoFactor from './features/two-factor/two-factor-routes.ts'
import * as users from './features/users/user-routes.ts'
import type { HandlersOf } from './http/handler.ts'

const handlers = {
  ...system,
  ...signingKeys,
  ...audit,
  ...changes,
  ...sessions,
  ...twoFactor,
  ...tokens,
  ...users,
  ...apps,
  ...nodes,
  ...domains,
  ...requests,
  ...certificates,
  ...ingressSettings,
  ...dns,
  ...acme,
  ...appSecrets,
  ...rules,
  ...tasks,
  ...cleanup,
  ...deploys,
  ...freezes,
  ...approvals,
  ...approvalRules,
  ...diagnosis,
  ...registries,
  ...events,
  ...appEnv,
  ...organizations,
  ...projects,
  ...environments,
  ...moves,
  ...bulk,
  ...topology,
  ...compare,
  ...sharedEnv,
  ...clones,
  ...promotions,
  ...logs,
  ...exec,
}

export const allHandlers: HandlersOf<Context, AllRoutes> = handlers

/** Fails to compile when a handler has no row in the route table. */
type Strays = Exclude<keyof typeof handlers, keyof AllRoutes>
export const noStrays: [Strays] extends [never] ? true : Strays = true
