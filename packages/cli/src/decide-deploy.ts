// What approving and rejecting a deploy share.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { appArgument } from './app-options.ts'
import { deployArgument } from './find-deploy.ts'
import type { Arguments, Options } from './options.ts'

export const decisionArguments = { app: appArgument, id: deployArgument } as const satisfies Arguments
export const commentOption = {
  comment: { kind: 'text', value: 'TEXT', what: 'Why, for those who read the history' },
} as const satisfies Options

export function decidedText({ id, app, outcome, failure }: Deploy, decision: 'approved' | 'rejected'): string {
  const still = outcome === 'blocked' ? `: ${failure?.cause ?? ''}` : ''
  return `deploy ${id} of ${app} is ${decision}, and ${outcome === 'in_progress' ? 'in progress' : outcome}${still}`
}
