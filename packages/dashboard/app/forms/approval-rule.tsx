// Lets deploys of an app, or of every app in an environment, wait for other people.
import type { ApprovalRule } from '@levelrail/contract/schemas/guards.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { ScopeFields } from './scope-fields.tsx'

export function ApprovalRuleForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [target, setTarget] = useState<{ scope: ApprovalRule['scope']; id: string }>({ scope: 'environment', id: '' })
  const [people, setPeople] = useState('1')
  const [patience, setPatience] = useState('24h')
  const save = useMutation({
    mutationFn: () => {
      const body = { required: Number(people), expires_after: patience }
      return target.scope === 'app'
        ? api.appApprovalRuleSet({ params: { name: target.id }, body })
        : api.environmentApprovalRuleSet({ params: { id: target.id }, body })
    },
    onSuccess: async (rule) => {
      await queryClient.invalidateQueries({ queryKey: keys.approvalRules })
      toast(`Deploys of ${rule.scope_name} need approvals`)
      onClose()
    },
  })
  return (
    <Dialog title="Require approvals" onClose={onClose}>
      <DialogForm
        act="save the rule"
        submit="Require approvals"
        error={save.error}
        pending={save.isPending}
        disabled={target.id === ''}
        onSubmit={() => save.mutate()}
        onCancel={onClose}
      >
        <ScopeFields
          scope={target.scope}
          scopeId={target.id}
          scopes={['environment', 'app']}
          isChoiceNeeded
          onChange={(scope, id) => setTarget({ scope, id })}
        />
        <div className="grid grid-cols-2 gap-3 max-list:grid-cols-1">
          <TextField
            label="People"
            type="number"
            required
            min={1}
            max={10}
            value={people}
            hint="Others than the author."
            onChange={(event) => setPeople(event.target.value)}
          />
          <TextField
            label="Expires after"
            mono
            required
            maxLength={12}
            value={patience}
            hint="Such as 4h or 2d."
            onChange={(event) => setPatience(event.target.value)}
          />
        </div>
        <p className="text-muted">
          Who has the ability deploy can approve, signed in, but never a deploy of their own or of a token of theirs.
        </p>
      </DialogForm>
    </Dialog>
  )
}
