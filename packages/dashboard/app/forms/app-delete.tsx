// Removal of an app: says what is lost and what stays, and asks for the name.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { ConfirmName } from './confirm-name.tsx'
import { DialogForm } from './form.tsx'

export function AppDelete({ app, onCancel }: { app: App; onCancel: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () => api.appDelete({ params: { name: app.name } }),
    onSuccess: async () => {
      await navigate({ to: paths.apps, ignoreBlocker: true })
      queryClient.removeQueries({ queryKey: [...keys.apps, 'one', app.name] })
      await queryClient.invalidateQueries({ queryKey: keys.apps })
      toast(`${app.name} was deleted`)
    },
  })
  const volumes = app.volumes.map(({ name }) => name)
  return (
    <Dialog title={`Delete ${app.name}`} onClose={onCancel}>
      <DialogForm
        act="delete the app"
        submit="Delete for good"
        isDangerous
        error={remove.error}
        pending={remove.isPending}
        disabled={typed !== app.name}
        onSubmit={() => remove.mutate()}
        onCancel={onCancel}
      >
        <p>
          <strong className="font-strong">Lost at once:</strong> its containers, settings, variables, secrets and the
          record of its deploys. Nothing answers any more.
        </p>
        <p>
          <strong className="font-strong">Stays:</strong>{' '}
          {volumes.length > 0 ? (
            <>
              its volumes with all data (<code>{volumes.join(', ')}</code>), and its images.
            </>
          ) : (
            'its images. It has no volumes; if it had some before, they stay too.'
          )}
        </p>
        <ConfirmName name={app.name} typed={typed} onChange={setTyped} />
      </DialogForm>
    </Dialog>
  )
}
