// A deploy in words: what became of it first, then its phases, and why it failed with what to do about it.
import type { Deploy, Failure, Outcome } from '@levelrail/contract/schemas/deploys.ts'
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import type { Color, Paint } from './colors.ts'
import { printable } from './display-width.ts'
import { elapsed } from './elapsed.ts'
import { factsText } from './facts.ts'
import { votesText } from './freeze-text.ts'
import { relativeTime } from './relative-time.ts'
import { type Column, renderTable } from './table.ts'

const outcomeColors: Record<Outcome, Color> = {
  in_progress: 'yellow',
  healthy: 'green',
  failed: 'red',
  canceled: 'dim',
  superseded: 'dim',
  blocked: 'yellow',
}

export function outcomeColor({ outcome }: Deploy): Color {
  return outcomeColors[outcome]
}

export function outcomeWords({ outcome }: Pick<Deploy, 'outcome'>): string {
  return outcome === 'in_progress' ? 'in progress' : outcome
}

export function deployLine(deploy: Deploy, now: Date): string {
  return `${deploy.id}, ${outcomeWords(deploy)}, ${deploy.image}, ${relativeTime(deploy.started_at, now)} by ${deploy.by}`
}

export function deployText(deploy: Deploy, now: Date, paint: Paint): string {
  const { id, app, phases, failure, started_at, finished_at } = deploy
  const took = elapsed(started_at, finished_at, now)
  const head = `Deploy ${printable(id)} of ${printable(app)} is ${paint(outcomeColor(deploy), outcomeWords(deploy))}`
  const facts = factsText([
    ['Image', deploy.digest ? `${deploy.image} (${deploy.digest})` : deploy.image],
    ['Source', deploy.rollback_to ? `${deploy.source} to ${deploy.rollback_to}` : deploy.source],
    ['Asked for', `${relativeTime(started_at, now)} by ${deploy.by}`],
    ['Note', deploy.note],
    ['Override', deploy.override_reason ?? ''],
    ['Approval', approvalText(deploy)],
  ])
  return [
    `${head}, ${finished_at === null ? 'for' : 'after'} ${took}\n`,
    ...(failure ? [deploy.hold ? holdText(deploy.hold, failure, now) : failureText(failure, paint)] : []),
    facts,
    ...(phases.length > 0 ? [renderTable(phaseColumns(now), phases, paint)] : []),
  ].join('\n')
}

function approvalText({ approval }: Deploy): string {
  if (!approval) return ''
  const given = approval.votes.filter(({ decision }) => decision === 'approved').length
  const votes = votesText(approval.votes)
  return `${approval.state}, ${given} of ${approval.required}${votes && ` (${votes})`}`
}

/** What holds it, and what happens next. */
function holdText(hold: Hold, { code, cause, next }: Failure, now: Date): string {
  return factsText([
    ['Held', `${cause} (${code})`],
    ['Next', next],
    ['Goes on', hold.until === null ? '' : `by itself, ${relativeTime(hold.until, now)}`],
    ['Expires', hold.expires_at === null ? '' : relativeTime(hold.expires_at, now)],
  ])
}

/** The card: what happened, what to do, and the lines that show it. */
export function failureText({ code, cause, next, log_excerpt, retryable }: Failure, paint: Paint): string {
  const facts = factsText([
    ['Cause', `${cause} (${code})`],
    ['Next', next],
    ['Try again', retryable ? 'the same deploy may succeed later' : 'not before something has changed'],
  ])
  const excerpt = excerptLines(log_excerpt).map((line) => `  ${line}\n`)
  return excerpt.length > 0 ? `${facts}${paint('dim', 'Last lines:')}\n${excerpt.join('')}` : facts
}

export function excerptLines(excerpt: string): string[] {
  return excerpt
    .replace(/\n$/, '')
    .split('\n')
    .filter((line, _, all) => line !== '' || all.length > 1)
    .map(printable)
}

function phaseColumns(now: Date): Column<Deploy['phases'][number]>[] {
  return [
    { title: 'PHASE', cell: ({ name }) => name },
    { title: 'TOOK', align: 'right', cell: ({ started_at, finished_at }) => elapsed(started_at, finished_at, now) },
    { title: '', cell: ({ finished_at, name }) => (finished_at === null && name !== 'done' ? 'still' : '') },
  ]
}
