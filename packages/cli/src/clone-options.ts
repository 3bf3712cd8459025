// What the clones of apps and of environments have in common.
import type { Options } from './options.ts'

export const cloneOptions = {
  'copy-secrets': { kind: 'flag', what: 'The values of secrets too; needs write:sensitive' },
  preview: { kind: 'flag', what: 'Only show what is copied and what is not' },
} as const satisfies Options
