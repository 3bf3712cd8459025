// Asks for a deploy: which image, and why.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { ChangeList } from '../components/change-list.tsx'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useConfirm } from './confirm-protected.tsx'
import { DialogForm } from './form.tsx'

export function DeployDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [image, setImage] = useState(app.image)
  const [note, setNote] = useState('')
  const [share, setShare] = useState('')
  const confirm = useConfirm(app)
  const deploy = useMutation({
    mutationFn: () =>
      api.deployCreate({
        params: { name: app.name },
        body: {
          ...(image.trim() ? { image: image.trim() } : {}),
          ...(note.trim() ? { note: note.trim() } : {}),
          ...(share.trim() ? { canary_weight: Number(share) } : {}),
          ...confirm.body,
        },
      }),
    onSuccess: (started) => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: keys.apps })
      return navigate({ to: paths.appDeploy, params: { name: app.name, deployId: started.id } })
    },
  })
  const waiting = app.pending.filter((field) => field !== 'image')
  return (
    <Dialog title={`Deploy ${app.name}`} onClose={onClose}>
      <DialogForm
        act="deploy"
        submit="Deploy"
        error={deploy.error}
        pending={deploy.isPending}
        disabled={confirm.isMissing}
        onSubmit={() => deploy.mutate()}
        onCancel={onClose}
      >
        <TextField
          label="Image"
          mono
          required
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={image}
          hint="With its tag or digest. What serves now goes on until the new one answers."
          onChange={(event) => setImage(event.target.value)}
        />
        <TextField
          label="Note"
          maxLength={1000}
          value={note}
          placeholder="Why, for whoever reads the list"
          onChange={(event) => setNote(event.target.value)}
        />
        {mayShare(app) && (
          <TextField
            label="Share of the requests in percent"
            type="number"
            min={1}
            max={99}
            value={share}
            hint="Empty: it takes over when it is ready. Else it gets this share, and waits to be told more."
            onChange={(event) => setShare(event.target.value)}
          />
        )}
        {image.trim() !== app.image && (
          <ChangeList changes={[['image', app.image || 'none', image.trim() || 'none']]} />
        )}
        {waiting.length > 0 && (
          <p className="text-muted">
            Applies the edits that wait: <code className="text-ink">{waiting.join(', ')}</code>
          </p>
        )}
        {confirm.field}
      </DialogForm>
    </Dialog>
  )
}

/** Something serves, and may run beside its successor. */
function mayShare({ current_deploy_id, strategy, volumes, host_port }: App): boolean {
  return current_deploy_id !== null && strategy !== 'recreate' && volumes.length === 0 && host_port === null
}
