// Goes back to an earlier deploy that was healthy, and says what that changes.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { can } from '../can.ts'
import { DiffPreview } from '../components/diff-preview.tsx'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Choice } from '../ui/field.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { useConfirm } from './confirm-protected.tsx'
import { DialogForm } from './form.tsx'

interface RollbackProps {
  app: App
  deploys: readonly Deploy[]
  /** Chosen beforehand, from the page of that deploy. */
  to?: Deploy
  onClose: () => void
}

export function RollbackDialog({ app, deploys, to, onClose }: RollbackProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const choices = to ? [to] : deploys.filter((deploy) => can.rollBackTo(deploy, app))
  const [chosenId, setChosenId] = useState(choices[0]?.id)
  const [isEnvRestored, setEnvRestored] = useState(false)
  const confirm = useConfirm(app)
  const chosen = choices.find(({ id }) => id === chosenId)
  const rollBack = useMutation({
    mutationFn: (target: Deploy) =>
      api.deployCreate({
        params: { name: app.name },
        body: { rollback_to: target.id, ...(isEnvRestored ? { restore_env: true } : {}), ...confirm.body },
      }),
    onSuccess: (started) => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: keys.apps })
      return navigate({ to: paths.appDeploy, params: { name: app.name, deployId: started.id } })
    },
  })
  return (
    <Dialog title={`Roll back ${app.name}`} onClose={onClose}>
      <DialogForm
        act="roll back"
        submit="Roll back"
        error={rollBack.error}
        pending={rollBack.isPending}
        disabled={!chosen || confirm.isMissing}
        onSubmit={() => chosen && rollBack.mutate(chosen)}
        onCancel={onClose}
      >
        <fieldset className="grid gap-2.5">
          <legend className="pb-2 font-strong">Back to</legend>
          {choices.map((deploy) => (
            <Choice
              key={deploy.id}
              type="radio"
              name="rollback-to"
              checked={deploy.id === chosenId}
              onChange={() => setChosenId(deploy.id)}
              label={<code className="wrap-anywhere">{deploy.image}</code>}
              hint={
                <>
                  <RelativeTime at={deploy.started_at} /> by {deploy.by}
                  {deploy.note && <>: {deploy.note}</>}
                  <code className="block truncate">{deploy.id}</code>
                </>
              }
            />
          ))}
        </fieldset>
        <Choice
          type="checkbox"
          checked={isEnvRestored}
          onChange={(event) => setEnvRestored(event.target.checked)}
          label="Bring its variables and secrets back too"
          hint="Otherwise the old image runs with the variables and secrets as they are now."
        />
        {chosen && (
          <DiffPreview
            app={app.name}
            deployId={chosen.id}
            query={{ as: isEnvRestored ? 'rollback_with_env' : 'rollback' }}
          />
        )}
        {confirm.field}
      </DialogForm>
    </Dialog>
  )
}
