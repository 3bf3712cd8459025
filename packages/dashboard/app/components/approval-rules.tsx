// Which apps and environments need approvals; those who may can add and remove such rules.
import type { ApprovalRule } from '@levelrail/contract/schemas/guards.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { approvalRulesQuery } from '../api/guard-queries.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { ApprovalRuleForm } from '../forms/approval-rule.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { Failure } from './failure.tsx'

const columns: readonly Column<ApprovalRule>[] = [
  {
    title: 'Deploys of',
    cell: ({ scope, scope_name }) => (
      <span className="wrap-anywhere">
        <span className="text-muted">{scope}</span> <span className="font-strong">{scope_name}</span>
      </span>
    ),
  },
  {
    title: 'Need',
    cell: ({ required }) => `${required} other ${required === 1 ? 'person' : 'people'}`,
  },
  { title: 'Expire after', cell: ({ expires_after }) => <code>{expires_after}</code> },
  { title: 'Set by', cell: ({ updated_by }) => updated_by, isMinor: true },
]

export function ApprovalRules() {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const mayEdit = can.setApprovalRules(who)
  const [isAdding, setAdding] = useState(false)
  const { data: rules, error, refetch } = useQuery(approvalRulesQuery)
  const remove = useMutation({
    mutationFn: ({ scope, scope_id: id }: ApprovalRule) =>
      scope === 'app'
        ? api.appApprovalRuleDelete({ params: { name: id } })
        : api.environmentApprovalRuleDelete({ params: { id } }),
    onSuccess: () => toast('New deploys there need no approval; those that wait keep waiting'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.approvalRules }),
  })
  const actions: Column<ApprovalRule> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: (rule) => (
      <Button
        look="ghost"
        className="h-6! px-2!"
        aria-label={`Remove the rule of ${rule.scope_name}`}
        onClick={() => remove.mutate(rule)}
      >
        Remove
      </Button>
    ),
  }
  return (
    <section aria-label="What needs approvals" className="pt-6">
      <div className="flex flex-wrap items-center justify-between gap-3 px-6 pb-2 max-shell:px-4">
        <h2 className="font-strong">What needs approvals</h2>
        {mayEdit && (
          <Button onClick={() => setAdding(true)}>
            <Plus className="size-3.5" aria-hidden="true" />
            Require approvals
          </Button>
        )}
      </div>
      {(error ?? remove.error) && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure
            error={error ?? remove.error}
            act={error ? 'load the rules' : 'remove the rule'}
            {...(error ? { onRetry: () => void refetch() } : {})}
          />
        </div>
      )}
      {rules?.length === 0 ? (
        <p className="px-6 text-muted max-shell:px-4">
          Nothing yet: every deploy goes out without somebody else having looked.
        </p>
      ) : (
        (rules || !error) && (
          <Table
            label="Rules"
            columns={mayEdit ? [...columns, actions] : columns}
            rows={rules}
            rowKey={({ scope, scope_id }) => `${scope} ${scope_id}`}
          />
        )
      )}
      {isAdding && <ApprovalRuleForm onClose={() => setAdding(false)} />}
    </section>
  )
}
