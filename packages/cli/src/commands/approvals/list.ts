// `levelrail approvals list`: deploys that wait for an approval.
import type { Approval } from '@levelrail/contract/schemas/guards.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { votesText } from '../../output/freeze-text.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'
import { takeRows } from '../../take-rows.ts'

const mostShown = 200

export const approvalsList = command({
  name: 'approvals list',
  summary: 'List deploys that wait for an approval',
  arguments: {},
  options: { all: { kind: 'flag', what: 'Also those that were decided, newest first' } },
  examples: ['levelrail approvals list', 'levelrail approvals list --all --json'],
  async run({ connection, settings, output, now }, { all }) {
    const query = { limit: mostShown, ...(!all && { state: 'pending' as const }) }
    const { rows, isCut } = await takeRows(pagesOf(connection, 'approvalList', query), mostShown, () => true)
    if (settings.json) output.json(rows)
    else if (rows.length === 0) output.note(all ? 'no deploy needed an approval yet' : 'nothing waits for an approval')
    else output.table(columns(now), rows)
    if (isCut) output.note(`only the newest ${mostShown} are shown`)
    return undefined
  },
})

function columns(now: Date): Column<Approval>[] {
  return [
    { title: 'APP', cell: ({ app }) => app },
    { title: 'DEPLOY', cell: ({ deploy_id }) => deploy_id },
    { title: 'STATE', cell: ({ state }) => state, color: ({ state }) => (state === 'pending' ? 'yellow' : 'dim') },
    { title: 'IMAGE', cell: ({ image }) => image },
    { title: 'BY', cell: ({ by }) => by },
    { title: 'ASKED', cell: ({ requested_at }) => relativeTime(requested_at, now) },
    { title: 'EXPIRES', cell: ({ state, expires_at }) => (state === 'pending' ? relativeTime(expires_at, now) : '-') },
    { title: 'APPROVED', cell: ({ votes, required }) => `${given(votes)} of ${required}` },
    { title: 'NOTE, OR WHY', cell: ({ note, votes }) => votesText(votes) || note },
  ]
}

function given(votes: Approval['votes']): number {
  return votes.filter(({ decision }) => decision === 'approved').length
}
