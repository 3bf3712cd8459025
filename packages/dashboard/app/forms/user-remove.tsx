// Removal of a person: says what is lost and what stays, and asks for the e-mail address.
import type { User } from '@levelrail/contract/schemas/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { ConfirmName } from './confirm-name.tsx'
import { DialogForm } from './form.tsx'

export function UserRemove({ user, onCancel, onRemoved }: { user: User; onCancel: () => void; onRemoved: () => void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => api.userDelete({ params: { id: user.id } }),
    onSuccess: async () => {
      onRemoved()
      toast(`${user.display_name} was removed`)
      await queryClient.invalidateQueries({ queryKey: keys.users })
      await queryClient.invalidateQueries({ queryKey: keys.tokens })
    },
  })
  return (
    <Dialog title={`Remove ${user.display_name}`} onClose={onCancel}>
      <DialogForm
        act="remove this person"
        submit="Remove for good"
        isDangerous
        error={remove.error}
        pending={remove.isPending}
        disabled={typed !== user.email}
        onSubmit={() => remove.mutate()}
        onCancel={onCancel}
      >
        <p>
          <strong className="font-strong">Lost at once:</strong> their sign-in, their sessions and every token they own.
          Programs that use those tokens stop working.
        </p>
        <p>
          <strong className="font-strong">Stays:</strong> all apps and databases, and what they did in the audit log.
        </p>
        <ConfirmName name={user.email} typed={typed} onChange={setTyped} />
      </DialogForm>
    </Dialog>
  )
}
