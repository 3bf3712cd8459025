// Files an app under another project or environment, from its own page or from that of a project.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { type Place, PlaceFields } from './place-fields.tsx'

/** The project first: the environment must be one of it. */
export async function moveApp(name: string, from: Place, to: Place): Promise<void> {
  let { environment_id } = from
  if (to.project_id !== from.project_id) {
    const moved = await api.appMoveToProject({ params: { name }, body: { project_id: to.project_id } })
    environment_id = moved.environment_id
  }
  if (to.environment_id !== environment_id)
    await api.appMoveToEnvironment({ params: { name }, body: { environment_id: to.environment_id } })
}

export function AppMove({ app, onClose }: { app: App; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [place, setPlace] = useState<Place>({ project_id: app.project_id, environment_id: app.environment_id })
  const move = useMutation({
    mutationFn: () => moveApp(app.name, app, place),
    onSuccess: () => {
      onClose()
      toast(`${app.name} was moved`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  const isSame = place.project_id === app.project_id && place.environment_id === app.environment_id
  return (
    <Dialog title={`Move ${app.name}`} onClose={onClose}>
      <DialogForm
        act="move the app"
        submit="Move"
        error={move.error}
        pending={move.isPending}
        disabled={isSame}
        onSubmit={() => move.mutate()}
        onCancel={onClose}
      >
        <PlaceFields place={place} onChange={setPlace} />
        <p className="text-muted">
          No container is touched. The variables that it shares become those of its new place with its next deploy or
          restart, and are shown as pending until then.
        </p>
      </DialogForm>
    </Dialog>
  )
}
