// `levelrail approvals rules`: which apps and environments need approvals.
import type { ApprovalRule } from '@levelrail/contract/schemas/guards.ts'
import { command } from '../../command.ts'
import type { Column } from '../../output/table.ts'

export const approvalsRules = command({
  name: 'approvals rules',
  summary: 'List which apps and environments need approvals',
  arguments: {},
  options: {},
  examples: ['levelrail approvals rules'],
  async run({ client, settings, output }) {
    const rules = await client.approvalRuleList({})
    if (settings.json) output.json(rules)
    else if (rules.length === 0) output.note('nothing needs an approval; begin with: levelrail approvals require')
    else output.table(columns, rules)
    return undefined
  },
})

const columns: Column<ApprovalRule>[] = [
  { title: 'FOR', cell: ({ scope, scope_name }) => `${scope} ${scope_name}` },
  { title: 'PEOPLE', align: 'right', cell: ({ required }) => String(required) },
  { title: 'EXPIRES AFTER', cell: ({ expires_after }) => expires_after },
  { title: 'SET BY', cell: ({ updated_by }) => updated_by },
  { title: 'ID', cell: ({ scope_id }) => scope_id },
]
