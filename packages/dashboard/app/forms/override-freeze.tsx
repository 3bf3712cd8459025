// Lets a deploy that a freeze window holds go on at once; the reason is kept.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

export function OverrideFreeze({ deploy, onClose }: { deploy: Deploy; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const override = useMutation({
    mutationFn: () =>
      api.deployOverride({
        params: { name: deploy.app, deployId: deploy.id },
        body: { override_reason: reason },
      }),
    onSuccess: async ({ outcome }) => {
      await queryClient.invalidateQueries({ queryKey: keys.apps })
      toast(outcome === 'blocked' ? 'The freeze is overridden; it still waits for an approval' : 'The deploy goes on')
      onClose()
    },
  })
  return (
    <Dialog title={`Override ${deploy.hold?.window ?? 'the freeze window'}`} onClose={onClose}>
      <DialogForm
        act="override the freeze window"
        submit="Deploy anyway"
        isDangerous
        error={override.error}
        pending={override.isPending}
        disabled={reason.trim() === ''}
        onSubmit={() => override.mutate()}
        onCancel={onClose}
      >
        <p>
          <code className="wrap-anywhere">{deploy.image}</code> goes out although nothing should be deployed now.
        </p>
        <TextField
          label="Reason"
          required
          maxLength={1000}
          value={reason}
          hint="Kept with the deploy, in the events of the app, and in the audit log."
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
