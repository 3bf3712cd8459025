// A drawer that adds a person.
import type { Role } from '@levelrail/contract/ability.ts'
import type { Policy } from '@levelrail/contract/schemas/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { NewPassword } from './new-password.tsx'
import { PolicyField } from './policy-field.tsx'
import { RoleField } from './role-field.tsx'

interface NewUser {
  email: string
  display_name: string
  password: string
  role: Role
  policy: Policy | null
}

const empty: NewUser = { email: '', display_name: '', password: '', role: 'viewer', policy: null }

export function UserCreate() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [user, setUser] = useState(empty)
  const close = () => void navigate({ to: paths.users })
  const create = useMutation({
    mutationFn: () => api.userCreate({ body: user }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries({ queryKey: keys.users })
      toast(`${created.display_name} can sign in now`)
      close()
    },
  })
  return (
    <Dialog title="Add a person" shape="drawer" onClose={close}>
      <DialogForm
        act="add this person"
        submit="Add the person"
        error={create.error}
        pending={create.isPending}
        onSubmit={() => create.mutate()}
        onCancel={close}
      >
        <TextField
          label="E-mail"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          value={user.email}
          onChange={(event) => setUser({ ...user, email: event.target.value })}
        />
        <TextField
          label="Display name"
          required
          maxLength={100}
          autoComplete="off"
          value={user.display_name}
          onChange={(event) => setUser({ ...user, display_name: event.target.value })}
        />
        <NewPassword
          label="First password"
          value={user.password}
          onChange={(password) => setUser({ ...user, password })}
        />
        <RoleField value={user.role} onChange={(role) => setUser({ ...user, role })} />
        <PolicyField value={user.policy} onChange={(policy) => setUser({ ...user, policy })} />
      </DialogForm>
    </Dialog>
  )
}
