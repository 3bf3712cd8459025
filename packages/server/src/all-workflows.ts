// THE list of workflows: long work in fixed steps that survives a restart.
import type { Workflow } from './background/workflow.ts'
import type { Context } from './context.ts'
import { rotateSigningKey } from './features/signing-keys/rotate-workflow.ts'

export const allWorkflows: Workflow<Context>[] = [rotateSigningKey]
