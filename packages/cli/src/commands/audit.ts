// `levelrail audit`: who did what to what, from where, and how it was answered; newest first.
import type { AuditEntry } from '@levelrail/contract/schemas/audit.ts'
import { type Context, command } from '../command.ts'
import { pagesOf } from '../connection.ts'
import { parseDuration } from '../duration.ts'
import { invalid } from '../exit-codes.ts'
import { relativeTime } from '../output/relative-time.ts'
import type { Column } from '../output/table.ts'
import { takeRows } from '../take-rows.ts'

const outcomes = ['ok', 'failed', 'refused'] as const
const pageSize = 200

export const audit = command({
  name: 'audit',
  summary: 'Show the audit log, newest first',
  arguments: {},
  options: {
    actor: { kind: 'text', value: 'WHO', what: 'E-mail address or token name' },
    action: { kind: 'text', value: 'ROUTE', what: 'Route id, such as tokenCreate, or a system event' },
    resource: { kind: 'text', value: 'NAME', what: 'What was acted on' },
    address: { kind: 'text', value: 'IP', what: 'Where it came from' },
    outcome: { kind: 'choice', of: outcomes, what: 'How it was answered' },
    from: { kind: 'text', value: 'TIME', what: 'Not before: RFC 3339, or a time ago such as 24h' },
    to: { kind: 'text', value: 'TIME', what: 'Not after: likewise' },
    limit: { kind: 'number', value: 'N', what: 'Rows to show (default 50)' },
    all: { kind: 'flag', what: 'Every row there is' },
  },
  examples: [
    'levelrail audit --outcome refused --from 24h',
    'levelrail audit --actor ada@example.com --action tokenCreate --json',
  ],
  async run({ connection, settings, output, now }, { limit = 50, all, from, to, ...filters }) {
    if (limit < 1) throw invalid(`--limit "${limit}" is too small`, 'give at least 1')
    const most = all ? Number.POSITIVE_INFINITY : limit
    const query = {
      ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
      ...(from === undefined ? {} : { from: timeOf('from', from, now) }),
      ...(to === undefined ? {} : { to: timeOf('to', to, now) }),
      limit: Math.min(most, pageSize),
    }
    const { rows: entries, isCut } = await takeRows(pagesOf(connection, 'auditList', query), most)
    show(entries, { settings, output, now })
    if (isCut && !all) output.note('there is more: use --limit N or --all')
    return undefined
  },
})

function show(entries: AuditEntry[], { settings, output, now }: Pick<Context, 'settings' | 'output' | 'now'>): void {
  if (settings.json) output.json(entries)
  else if (entries.length === 0) output.note('nothing found')
  else output.table(columns(now), entries)
}

function columns(now: Date): Column<AuditEntry>[] {
  return [
    { title: 'WHEN', cell: ({ at, last_at }) => relativeTime(last_at ?? at, now) },
    { title: 'WHO', cell: ({ actor, actor_kind }) => actor || actor_kind },
    { title: 'BY', cell: ({ actor_kind }) => actor_kind },
    { title: 'ACTION', cell: ({ action }) => action },
    { title: 'ON', cell: ({ resource }) => resource },
    {
      title: 'STATUS',
      align: 'right',
      cell: ({ status }) => String(status),
      color: ({ status }) => (status < 400 ? undefined : 'red'),
    },
    { title: 'TIMES', align: 'right', cell: ({ count }) => String(count) },
    { title: 'FROM', cell: ({ address }) => address },
  ]
}

function timeOf(option: string, text: string, now: Date): string {
  const ago = parseDuration(text)
  if (ago !== undefined) return new Date(now.getTime() - ago).toISOString()
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(text))) {
    throw invalid(`--${option} "${text}" is not a time`, 'write it like 2026-01-31T12:00:00Z, or 24h')
  }
  return new Date(text).toISOString()
}
