// Changes a credential of a registry: says what will change, and wants the password again for another host.
import type { RegistryCredential } from '@levelrail/contract/schemas/registries.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { type Change, ChangeList } from '../components/change-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { type RegistryDraft, RegistryFields } from './registry-fields.tsx'

export function RegistryEdit({ credential, onDone }: { credential: RegistryCredential; onDone: () => void }) {
  const queryClient = useQueryClient()
  const { name, registry_host, username } = credential
  const [draft, setDraft] = useState<RegistryDraft>({ name, registry_host, username, password: '' })
  const isMoved = draft.registry_host !== registry_host
  const changes = changeWords(credential, draft)
  const save = useMutation({
    mutationFn: () =>
      api.registryCredentialUpdate({
        params: { id: credential.id },
        body: {
          ...(draft.name === name ? {} : { name: draft.name }),
          ...(isMoved ? { registry_host: draft.registry_host } : {}),
          ...(draft.username === username ? {} : { username: draft.username }),
          ...(draft.password === '' ? {} : { password: draft.password }),
        },
      }),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: keys.registries })
      toast(`${saved.name} saved`)
      onDone()
    },
  })
  return (
    <Dialog title={`Credential ${name}`} shape="drawer" onClose={onDone}>
      <DialogForm
        act="save this credential"
        submit="Save"
        error={save.error}
        pending={save.isPending}
        disabled={changes.length === 0}
        onSubmit={() => save.mutate()}
        onCancel={onDone}
      >
        <RegistryFields
          draft={draft}
          onChange={setDraft}
          isPasswordNeeded={isMoved}
          passwordHint={
            isMoved
              ? 'Needed for another registry: the kept one is sent to no other than its own.'
              : 'Leave it empty to keep the one that is there.'
          }
        />
        <ChangeList changes={changes} />
      </DialogForm>
    </Dialog>
  )
}

function changeWords(credential: RegistryCredential, draft: RegistryDraft): Change[] {
  const rows: Change[] = [
    ['Name', credential.name, draft.name],
    ['Registry', credential.registry_host, draft.registry_host],
    ['User name', credential.username, draft.username],
    ['Password', 'as it is', draft.password === '' ? 'as it is' : 'a new one'],
  ]
  return rows.filter(([, before, after]) => before !== after)
}
