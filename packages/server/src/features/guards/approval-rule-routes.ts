// Which apps and environments need approvals. Set by root alone, or whoever is held to a rule could take it away.
import type { ApprovalRule, ApprovalRuleSet } from '@levelrail/contract/schemas/guards.ts'
import type { Context, Handler } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import type { SignedIn } from '../../http/actor.ts'
import { isoNow } from '../../lib/clock.ts'
import { parseDuration } from '../../lib/duration.ts'
import type { Trx } from '../../store/store.ts'
import type { ApprovalRuleRow } from '../../store/tables.ts'
import { findApp } from '../apps/app-view.ts'
import { findEnvironment } from '../projects/project-view.ts'
import { deleteRule, listRules, saveRule } from './approval-store.ts'
import { maySee, nameScopes, type Scope } from './check-scope.ts'

const defaultPatience = '24h'
const minuteMs = 60_000
const longestMs = 30 * 86_400_000

export const approvalRuleList: Handler<'approvalRuleList'> = async (ctx, { actor }) => {
  const rows = (await listRules(ctx.db)).filter((row) => maySee(actor, scopeOf(row)))
  return showRules(ctx, rows)
}

export const appApprovalRuleSet: Handler<'appApprovalRuleSet'> = (ctx, input) =>
  setRule(ctx, input, 'app', input.params.name)
export const environmentApprovalRuleSet: Handler<'environmentApprovalRuleSet'> = (ctx, input) =>
  setRule(ctx, input, 'environment', input.params.id)

export const appApprovalRuleDelete: Handler<'appApprovalRuleDelete'> = async (_, { params, transact }) => {
  await transact(`apps/${params.name}/approval-rule`, async (trx) => {
    await findApp(trx, params.name)
    await deleteRule(trx, 'app', params.name)
  })
}
export const environmentApprovalRuleDelete: Handler<'environmentApprovalRuleDelete'> = async (
  _,
  { params, transact },
) => {
  await transact(`environments/${params.id}/approval-rule`, async (trx) => {
    await findEnvironment(trx, params.id)
    await deleteRule(trx, 'environment', params.id)
  })
}

interface Setting {
  body: ApprovalRuleSet
  actor: SignedIn
  transact<T>(resource: string, write: (trx: Trx) => Promise<T>): Promise<T>
}

/** Deploys that are held already keep the rule under which they were asked for. */
async function setRule(
  ctx: Context,
  { body, actor, transact }: Setting,
  scope: 'app' | 'environment',
  scopeId: string,
): Promise<ApprovalRule> {
  const { required, expires_after = defaultPatience } = body
  const patience = parseDuration(expires_after) ?? 0
  if (patience < minuteMs || patience > longestMs)
    throw badRequest(`expires_after: ${JSON.stringify(expires_after)} is not from 1m to 30d`)
  const set = { updated_by: actor.user.email, updated_at: isoNow(ctx.clock) }
  const row = { scope, scope_id: scopeId, required, expires_after, ...set }
  await transact(`${scope}s/${scopeId}/approval-rule`, async (trx) => {
    await (scope === 'app' ? findApp(trx, scopeId) : findEnvironment(trx, scopeId))
    await saveRule(trx, row)
  })
  const [shown] = await showRules(ctx, [row])
  if (!shown) throw new Error('one rule in, one rule out')
  return shown
}

async function showRules({ db }: Pick<Context, 'db'>, rows: ApprovalRuleRow[]): Promise<ApprovalRule[]> {
  const nameOf = await nameScopes(db, rows.map(scopeOf))
  return rows.map((row) => ({ ...row, scope: ruleScope(row), scope_name: nameOf(scopeOf(row)) }))
}

function scopeOf(row: ApprovalRuleRow): Scope {
  return { scope: ruleScope(row), scopeId: row.scope_id }
}

function ruleScope({ scope }: ApprovalRuleRow): ApprovalRule['scope'] {
  return scope === 'app' ? 'app' : 'environment'
}
