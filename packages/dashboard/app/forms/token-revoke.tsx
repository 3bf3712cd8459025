// Revoking a token: at once and for good.
import type { Token } from '@levelrail/contract/schemas/auth.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

export function TokenRevoke({ token, onDone }: { token: Token; onDone: () => void }) {
  const queryClient = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => api.tokenRevoke({ params: { id: token.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.tokens })
      toast(`${token.name} was revoked`)
      onDone()
    },
  })
  return (
    <Dialog title={`Revoke ${token.name}`} onClose={onDone}>
      <DialogForm
        act="revoke this token"
        submit="Revoke the token"
        isDangerous
        error={revoke.error}
        pending={revoke.isPending}
        onSubmit={() => revoke.mutate()}
        onCancel={onDone}
      >
        <p>
          Programs that use it are refused from now on (last used <RelativeTime at={token.last_used_at} />
          ). A revoked token cannot be brought back; make a new one instead.
        </p>
      </DialogForm>
    </Dialog>
  )
}
