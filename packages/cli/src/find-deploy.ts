// Deploys are named by id, or left out for the newest.
import type { Argument } from './options.ts'

export const deployArgument = {
  what: 'Id of the deploy; the newest when left out',
  optional: true,
} as const satisfies Argument
export const newestDeploy = 'latest'
