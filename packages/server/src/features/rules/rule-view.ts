// Reads of rules that other features need too.
import type { Context } from '../../context.ts'
import type { IngressRules } from '../../drivers/ingress/ingress-rules.ts'
import type { Db } from '../../store/store.ts'
import { readRules } from './app-rules.ts'
import { ingressRules } from './ingress-rules.ts'
import { readKey } from './keep-users.ts'
import { listRules } from './rule-store.ts'

/** By app; one that has none is not there. */
export async function readIngressRules(ctx: Pick<Context, 'db' | 'box'>): Promise<Map<string, IngressRules>> {
  const rows = await listRules(ctx.db)
  return new Map(
    rows.map(({ app, rules, auth_key_sealed }) => [
      app,
      ingressRules(readRules(rules), readKey(ctx, app, auth_key_sealed)),
    ]),
  )
}

/** Those of the apps that have rules. */
export async function appsWithRules(db: Db, apps: readonly string[]): Promise<Set<string>> {
  if (apps.length === 0) return new Set()
  const rows = await db.selectFrom('app_rules').select('app').where('app', 'in', apps).execute()
  return new Set(rows.map(({ app }) => app))
}
