// Name, role and policy of a person. The button is off until something differs, and says what will change.
import type { User } from '@levelrail/contract/schemas/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { type Change, ChangeList } from '../components/change-list.tsx'
import { policyWords } from '../components/words.ts'
import { TextField } from '../ui/field.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { PolicyField } from './policy-field.tsx'
import { RoleField } from './role-field.tsx'

interface UserEditProps {
  user: User
  isSelf: boolean
  actions: ReactNode
  onClose: () => void
}

export function UserEdit({ user, isSelf, actions, onClose }: UserEditProps) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState({ display_name: user.display_name, role: user.role, policy: user.policy })
  const changes = changeWords(user, draft)
  const save = useMutation({
    mutationFn: () => api.userUpdate({ params: { id: user.id }, body: draft }),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: keys.users })
      if (isSelf) await queryClient.invalidateQueries({ queryKey: keys.session })
      toast(`${saved.display_name} saved`)
      onClose()
    },
  })
  return (
    <DialogForm
      act="save this person"
      submit="Save"
      error={save.error}
      pending={save.isPending}
      disabled={changes.length === 0}
      onSubmit={() => save.mutate()}
      onCancel={onClose}
    >
      <p className="text-muted">
        <span className="text-ink">{user.email}</span> · second factor {user.two_factor ? 'on' : 'off'} · last sign-in{' '}
        <RelativeTime at={user.last_login_at} />
      </p>
      <TextField
        label="Display name"
        required
        maxLength={100}
        value={draft.display_name}
        onChange={(event) => setDraft({ ...draft, display_name: event.target.value })}
      />
      <RoleField value={draft.role} onChange={(role) => setDraft({ ...draft, role })} />
      <PolicyField value={draft.policy} onChange={(policy) => setDraft({ ...draft, policy })} />
      <ChangeList changes={changes} />
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">{actions}</div>
    </DialogForm>
  )
}

type Draft = Pick<User, 'display_name' | 'role' | 'policy'>

function changeWords(user: User, draft: Draft): Change[] {
  const rows: Change[] = [
    ['Display name', user.display_name, draft.display_name],
    ['Role', user.role, draft.role],
    ['May touch', policyWords(user.policy), policyWords(draft.policy)],
  ]
  return rows.filter(([, before, after]) => before !== after)
}
