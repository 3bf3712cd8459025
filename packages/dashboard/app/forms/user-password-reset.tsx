// An admin gives a person a new password; their sessions end.
import type { User } from '@levelrail/contract/schemas/users.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { NewPassword } from './new-password.tsx'

export function UserPasswordReset({ user, onDone }: { user: User; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: () => api.userPasswordSet({ params: { id: user.id }, body: { password } }),
    onSuccess: () => {
      toast(`${user.display_name} has a new password`)
      onDone()
    },
  })
  return (
    <Dialog title={`New password for ${user.display_name}`} onClose={onDone}>
      <DialogForm
        act="set the password"
        submit="Set the password"
        error={reset.error}
        pending={reset.isPending}
        onSubmit={() => reset.mutate()}
        onCancel={onDone}
      >
        <p className="text-muted">
          Every session of {user.email} ends at once. Their tokens and their second factor stay as they are.
        </p>
        <NewPassword label="New password" value={password} onChange={setPassword} />
      </DialogForm>
    </Dialog>
  )
}
