// THE table of commands, in the order of the help. `tokens create` lives in commands/tokens/create.ts.
import type { AnyCommand } from './command.ts'
import { api } from './commands/api.ts'
import { approvalsApprove } from './commands/approvals/approve.ts'
import { approvalsList } from './commands/approvals/list.ts'
import { approvalsReject } from './commands/approvals/reject.ts'
import { approvalsRequire } from './commands/approvals/require.ts'
import { approvalsRules } from './commands/approvals/rules.ts'
import { appsClone } from './commands/apps/clone.ts'
import { appsCreate } from './commands/apps/create.ts'
import { appsDelete } from './commands/apps/delete.ts'
import { appsDeploy } from './commands/apps/deploy.ts'
import { appsDiagnose } from './commands/apps/diagnose.ts'
import { appsDrainClear } from './commands/apps/drain/clear.ts'
import { appsDrainSet } from './commands/apps/drain/set.ts'
import { appsDrainShow } from './commands/apps/drain/show.ts'
import { appsEnvEffective } from './commands/apps/env/effective.ts'
import { appsEnv } from './commands/apps/env.ts'
import { appsEvents } from './commands/apps/events.ts'
import { appsExec } from './commands/apps/exec.ts'
import { appsFailureContext } from './commands/apps/failure-context.ts'
import { appsList } from './commands/apps/list.ts'
import { appsLogs } from './commands/apps/logs.ts'
import { appsMove } from './commands/apps/move.ts'
import { appsPromote } from './commands/apps/promote.ts'
import { appsReplicas } from './commands/apps/replicas.ts'
import { appsRequests } from './commands/apps/requests.ts'
import { appsRestart } from './commands/apps/restart.ts'
import { appsRollback } from './commands/apps/rollback.ts'
import { appsSecretsDelete } from './commands/apps/secrets/delete.ts'
import { appsSecretsList } from './commands/apps/secrets/list.ts'
import { appsSecretsLock } from './commands/apps/secrets/lock.ts'
import { appsSecretsSet } from './commands/apps/secrets/set.ts'
import { appsSecretsUnlock } from './commands/apps/secrets/unlock.ts'
import { appsSet } from './commands/apps/set.ts'
import { appsShell } from './commands/apps/shell.ts'
import { appsShow } from './commands/apps/show.ts'
import { appsStart } from './commands/apps/start.ts'
import { appsStop } from './commands/apps/stop.ts'
import { appsTasksAdd } from './commands/apps/tasks/add.ts'
import { appsTasksDelete } from './commands/apps/tasks/delete.ts'
import { appsTasksList } from './commands/apps/tasks/list.ts'
import { appsTasksRun } from './commands/apps/tasks/run.ts'
import { appsTasksRuns } from './commands/apps/tasks/runs.ts'
import { appsTasksSet } from './commands/apps/tasks/set.ts'
import { appsTasksShow } from './commands/apps/tasks/show.ts'
import { appsWait } from './commands/apps/wait.ts'
import { audit } from './commands/audit.ts'
import { authLogin } from './commands/auth/login.ts'
import { authLogout } from './commands/auth/logout.ts'
import { authWhoami } from './commands/auth/whoami.ts'
import { certsCa } from './commands/certs/ca.ts'
import { certsDelete } from './commands/certs/delete.ts'
import { certsList } from './commands/certs/list.ts'
import { certsRenew } from './commands/certs/renew.ts'
import { certsUpload } from './commands/certs/upload.ts'
import { cleanup } from './commands/cleanup.ts'
import { completion } from './commands/completion.ts'
import { deploysCanary } from './commands/deploys/canary.ts'
import { deploysCancel } from './commands/deploys/cancel.ts'
import { deploysList } from './commands/deploys/list.ts'
import { deploysLogs } from './commands/deploys/logs.ts'
import { deploysOverride } from './commands/deploys/override.ts'
import { deploysShow } from './commands/deploys/show.ts'
import { deploysWait } from './commands/deploys/wait.ts'
import { domainsCheck } from './commands/domains/check.ts'
import { domainsSet } from './commands/domains/set.ts'
import { domains } from './commands/domains.ts'
import { envsClone } from './commands/envs/clone.ts'
import { envsCompare } from './commands/envs/compare.ts'
import { envsCreate } from './commands/envs/create.ts'
import { envsDelete } from './commands/envs/delete.ts'
import { envsList } from './commands/envs/list.ts'
import { envsProtect } from './commands/envs/protect.ts'
import { freezesCreate } from './commands/freezes/create.ts'
import { freezesDelete } from './commands/freezes/delete.ts'
import { freezesList } from './commands/freezes/list.ts'
import { freezesSet } from './commands/freezes/set.ts'
import { ingressSettings } from './commands/ingress/settings.ts'
import { ingressStatus } from './commands/ingress/status.ts'
import { orgsCreate } from './commands/orgs/create.ts'
import { orgsDelete } from './commands/orgs/delete.ts'
import { orgsList } from './commands/orgs/list.ts'
import { projectsCreate } from './commands/projects/create.ts'
import { projectsDelete } from './commands/projects/delete.ts'
import { projectsList } from './commands/projects/list.ts'
import { projectsMove } from './commands/projects/move.ts'
import { projectsRestart } from './commands/projects/restart.ts'
import { projectsShow } from './commands/projects/show.ts'
import { projectsStart } from './commands/projects/start.ts'
import { projectsStop } from './commands/projects/stop.ts'
import { registriesAdd } from './commands/registries/add.ts'
import { registriesDelete } from './commands/registries/delete.ts'
import { registriesList } from './commands/registries/list.ts'
import { registriesSet } from './commands/registries/set.ts'
import { registriesShow } from './commands/registries/show.ts'
import { registriesTest } from './commands/registries/test.ts'
import { rulesMaintenance } from './commands/rules/maintenance.ts'
import { rulesSet } from './commands/rules/set.ts'
import { rulesShow } from './commands/rules/show.ts'
import { status } from './commands/status.ts'
import { tokensCreate } from './commands/tokens/create.ts'
import { tokensList } from './commands/tokens/list.ts'
import { tokensRevoke } from './commands/tokens/revoke.ts'
import { usersCreate } from './commands/users/create.ts'
import { usersList } from './commands/users/list.ts'
import { usersRemove } from './commands/users/remove.ts'
import { usersSetPassword } from './commands/users/set-password.ts'
import { usersUpdate } from './commands/users/update.ts'
import { variablesImport } from './commands/variables/import.ts'
import { variablesList } from './commands/variables/list.ts'
import { variablesSecretsDelete } from './commands/variables/secrets/delete.ts'
import { variablesSecretsList } from './commands/variables/secrets/list.ts'
import { variablesSecretsSet } from './commands/variables/secrets/set.ts'
import { variablesSet } from './commands/variables/set.ts'

export const allCommands: readonly AnyCommand[] = [
  authLogin,
  authLogout,
  authWhoami,
  status,
  appsList,
  appsShow,
  appsCreate,
  appsClone,
  appsSet,
  appsDeploy,
  appsRollback,
  appsPromote,
  appsWait,
  appsStop,
  appsStart,
  appsRestart,
  appsReplicas,
  appsLogs,
  appsExec,
  appsShell,
  appsEnv,
  appsEnvEffective,
  appsMove,
  appsDiagnose,
  appsFailureContext,
  appsEvents,
  appsRequests,
  appsDelete,
  appsSecretsList,
  appsSecretsSet,
  appsSecretsLock,
  appsSecretsUnlock,
  appsSecretsDelete,
  appsDrainShow,
  appsDrainSet,
  appsDrainClear,
  appsTasksList,
  appsTasksAdd,
  appsTasksSet,
  appsTasksShow,
  appsTasksRun,
  appsTasksRuns,
  appsTasksDelete,
  deploysList,
  deploysShow,
  deploysLogs,
  deploysWait,
  deploysCanary,
  deploysCancel,
  deploysOverride,
  approvalsList,
  approvalsApprove,
  approvalsReject,
  approvalsRules,
  approvalsRequire,
  freezesList,
  freezesCreate,
  freezesSet,
  freezesDelete,
  domains,
  domainsCheck,
  domainsSet,
  certsList,
  certsUpload,
  certsRenew,
  certsDelete,
  certsCa,
  ingressStatus,
  ingressSettings,
  rulesShow,
  rulesSet,
  rulesMaintenance,
  projectsList,
  projectsShow,
  projectsCreate,
  projectsMove,
  projectsStop,
  projectsStart,
  projectsRestart,
  projectsDelete,
  envsList,
  envsCreate,
  envsProtect,
  envsClone,
  envsCompare,
  envsDelete,
  orgsList,
  orgsCreate,
  orgsDelete,
  variablesList,
  variablesSet,
  variablesImport,
  variablesSecretsList,
  variablesSecretsSet,
  variablesSecretsDelete,
  registriesList,
  registriesShow,
  registriesAdd,
  registriesSet,
  registriesTest,
  registriesDelete,
  tokensList,
  tokensCreate,
  tokensRevoke,
  usersList,
  usersCreate,
  usersUpdate,
  usersSetPassword,
  usersRemove,
  audit,
  cleanup,
  api,
  completion,
]
