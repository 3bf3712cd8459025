// Resource policies on the command line: `--app` and `--database` globs in, words out.
import type { Policy } from '@levelrail/contract/schemas/users.ts'

export const policyOptions = {
  app: {
    kind: 'texts',
    value: 'GLOB',
    what: 'Only apps with such a name; then no databases unless --database is given',
  },
  database: {
    kind: 'texts',
    value: 'GLOB',
    what: 'Only databases with such a name; then no apps unless --app is given',
  },
} as const

/** Naming one kind limits the other to nothing: whoever narrows a credential means it. */
export function policyFrom({ app, database }: { app: string[]; database: string[] }): Policy | undefined {
  return app.length > 0 || database.length > 0 ? { apps: app, databases: database } : undefined
}

export function policyText(policy: Policy | null): string {
  if (!policy) return 'everything'
  return `${namesText('apps', policy.apps)}; ${namesText('databases', policy.databases)}`
}

function namesText(kind: string, globs: string[] | null): string {
  if (!globs) return `all ${kind}`
  return globs.length === 0 ? `no ${kind}` : `${kind} ${globs.join(' ')}`
}
