// Removal of a freeze window, and what that lets go.
import type { FreezeWindow } from '@levelrail/contract/schemas/guards.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

export function FreezeDelete({ window, onClose }: { window: FreezeWindow; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.freezeDelete({ params: { id: window.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.freezes })
      toast(`${window.name} was deleted`)
      onClose()
    },
  })
  return (
    <Dialog title={`Delete ${window.name}`} onClose={onClose}>
      <DialogForm
        act="delete the freeze window"
        submit="Delete the freeze window"
        isDangerous
        error={remove.error}
        pending={remove.isPending}
        onSubmit={() => remove.mutate()}
        onCancel={onClose}
      >
        <p>
          {window.active
            ? 'It holds now: deploys that wait for it alone go on at once.'
            : 'Deploys are no longer held at the times of this window.'}
        </p>
      </DialogForm>
    </Dialog>
  )
}
