// A drawer that keeps a credential of a registry; the password is never shown again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { type RegistryDraft, RegistryFields } from './registry-fields.tsx'

export function RegistryCreate() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<RegistryDraft>({ name: '', registry_host: '', username: '', password: '' })
  const close = () => void navigate({ to: paths.registries })
  const create = useMutation({
    mutationFn: () => api.registryCredentialCreate({ body: draft }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: keys.registries })
      toast(`${name} was added`)
      close()
    },
  })
  return (
    <Dialog title="Add a credential" shape="drawer" onClose={close}>
      <DialogForm
        act="add this credential"
        submit="Add the credential"
        error={create.error}
        pending={create.isPending}
        onSubmit={() => create.mutate()}
        onCancel={close}
      >
        <RegistryFields
          draft={draft}
          onChange={setDraft}
          isPasswordNeeded
          passwordHint="Kept sealed and never shown again. It is sent to this registry alone."
        />
      </DialogForm>
    </Dialog>
  )
}
