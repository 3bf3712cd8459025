// THE list of background work: what runs, where, how often. Each row says it of itself.

import { allWorkflows } from './all-workflows.ts'
import type { Loop } from './background/loop.ts'
import { workflowLoop } from './background/workflow.ts'
import type { Context } from './context.ts'
import { acmeLoop } from './features/acme/acme-reconciler.ts'
import { appLoop } from './features/apps/app-reconciler.ts'
import { imagePullLoop } from './features/apps/image-pull-reconciler.ts'
import { imageRetentionLoop } from './features/apps/image-retention-reconciler.ts'
import { heldDeployLoop } from './features/guards/held-deploy-reconciler.ts'
import { ingressLoop } from './features/ingress/ingress-reconciler.ts'
import { logDrainLoop } from './features/log-drains/log-drain-reconciler.ts'
import { requestLoop } from './features/requests/request-reconciler.ts'
import { runLoop } from './features/runs/run-reconciler.ts'
import { engineLoop } from './features/system/engine-condition.ts'
import { retentionLoop } from './features/system/retention.ts'
import { taskLoop } from './features/tasks/task-reconciler.ts'

export const allLoops: Loop<Context>[] = [
  engineLoop,
  appLoop(),
  runLoop,
  taskLoop,
  heldDeployLoop,
  imagePullLoop,
  imageRetentionLoop,
  ingressLoop,
  acmeLoop,
  requestLoop(),
  logDrainLoop,
  workflowLoop(allWorkflows),
  retentionLoop,
]
