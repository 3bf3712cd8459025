// Removal of a credential of a registry; one that apps name stays, and the apps are shown.
import { ApiFailure } from '@levelrail/contract/client.ts'
import type { RegistryCredential } from '@levelrail/contract/schemas/registries.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { describeFailure } from '../api/failure.ts'
import { appsQuery, keys, rowsOf } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

const act = 'delete this credential'

export function RegistryDelete({ credential, onDone }: { credential: RegistryCredential; onDone: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.registryCredentialDelete({ params: { id: credential.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.registries })
      toast(`${credential.name} was deleted`)
      onDone()
    },
  })
  const isUsed = remove.error instanceof ApiFailure && remove.error.status === 409
  return (
    <Dialog title={`Delete ${credential.name}`} onClose={onDone}>
      <DialogForm
        act={act}
        submit={isUsed ? 'Try again' : 'Delete the credential'}
        isDangerous
        error={isUsed ? undefined : remove.error}
        pending={remove.isPending}
        onSubmit={() => remove.mutate()}
        onCancel={onDone}
      >
        <p>
          <strong className="font-strong">Lost:</strong> the kept password. Later pulls from{' '}
          <code className="wrap-anywhere">{credential.registry_host}</code> ask as nobody, unless another credential is
          there for it.
        </p>
        <p>
          <strong className="font-strong">Stays:</strong> what runs now, and the images that are on the machine.
        </p>
        {isUsed && (
          <Notice tone="held" title="Apps still use it, so it stays">
            {describeFailure(remove.error, act).detail} <AppsWith credentialId={credential.id} />
          </Notice>
        )}
      </DialogForm>
    </Dialog>
  )
}

/** Those that the person may see; the others are only in the number. */
function AppsWith({ credentialId }: { credentialId: string }) {
  const apps = rowsOf(useInfiniteQuery(appsQuery({})).data)
  const users = apps?.filter((app) => app.registry_credential_id === credentialId) ?? []
  if (users.length === 0) return null
  return (
    <ul aria-label="Apps that use it" className="flex flex-wrap gap-x-3 pt-1">
      {users.map(({ name }) => (
        <li key={name}>
          <Link to={paths.appSettings} params={{ name }} className="text-accent-text hover:underline">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
