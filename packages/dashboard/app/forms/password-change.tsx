// Your own password.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { PasswordField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { InlineForm } from './form.tsx'
import { NewPassword } from './new-password.tsx'

const empty = { current_password: '', new_password: '' }

export function PasswordChange() {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(empty)
  const change = useMutation({
    mutationFn: () => api.passwordChange({ body: typed }),
    onSuccess: async () => {
      setTyped(empty)
      toast('Your password is changed; your other sessions ended')
      await queryClient.invalidateQueries({ queryKey: keys.sessions })
    },
  })
  return (
    <InlineForm
      act="change your password"
      submit="Change the password"
      error={change.error}
      pending={change.isPending}
      onSubmit={() => change.mutate()}
    >
      <PasswordField
        label="Current password"
        required
        autoComplete="current-password"
        value={typed.current_password}
        onChange={(event) => setTyped({ ...typed, current_password: event.target.value })}
      />
      <NewPassword
        label="New password"
        value={typed.new_password}
        onChange={(new_password) => setTyped({ ...typed, new_password })}
      />
    </InlineForm>
  )
}
