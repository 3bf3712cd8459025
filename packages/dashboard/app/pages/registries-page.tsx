// Credentials of image registries: who we are there, when one was last used, and what the registry answered.
import type { RegistryCredential } from '@levelrail/contract/schemas/registries.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Container, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, registryCredentialsQuery, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RegistryTestDialog } from '../components/registry-test.tsx'
import { RegistryDelete } from '../forms/registry-delete.tsx'
import { RegistryEdit } from '../forms/registry-edit.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'

const columns: readonly Column<RegistryCredential>[] = [
  { title: 'Name', cell: ({ name }) => <span className="font-strong wrap-anywhere">{name}</span> },
  { title: 'Registry', cell: ({ registry_host }) => <code className="wrap-anywhere">{registry_host}</code> },
  { title: 'User name', cell: ({ username }) => <code className="wrap-anywhere">{username}</code> },
  { title: 'Last used', cell: ({ last_used_at }) => <RelativeTime at={last_used_at} /> },
  {
    title: 'Last result',
    cell: ({ last_result }) =>
      last_result === null ? (
        <span className="text-faint">none yet</span>
      ) : (
        <span title={last_result} className="line-clamp-2 max-w-96 wrap-anywhere text-muted max-list:line-clamp-5">
          {last_result}
        </span>
      ),
  },
]

type Act = 'test' | 'edit' | 'delete'
const acts: readonly { act: Act; word: string }[] = [
  { act: 'test', word: 'Test' },
  { act: 'edit', word: 'Edit' },
  { act: 'delete', word: 'Delete' },
]

export function RegistriesPage() {
  const who = useIdentity()
  const mayEdit = can.editRegistries(who)
  const queryClient = useQueryClient()
  const { data: credentials, error, refetch } = useQuery(registryCredentialsQuery)
  const [open, setOpen] = useState<{ act: Act; credential: RegistryCredential }>()
  const close = () => setOpen(undefined)
  const test = useMutation({
    mutationFn: (id: string) => api.registryCredentialTest({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.registries }),
  })
  const begin = (act: Act, credential: RegistryCredential) => {
    setOpen({ act, credential })
    if (act === 'test') test.mutate(credential.id)
  }
  const actions: Column<RegistryCredential> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: (credential) => (
      <span className="inline-flex gap-1 max-list:-ml-2">
        {acts.map(({ act, word }) => (
          <Button
            key={act}
            look="ghost"
            className="h-6! px-2!"
            aria-label={`${word} ${credential.name}`}
            onClick={() => begin(act, credential)}
          >
            {word}
          </Button>
        ))}
      </span>
    ),
  }
  return (
    <>
      <PageHeader title="Registries" action={mayEdit && credentials?.length !== 0 && <AddLink />}>
        Credentials for private images. A deploy takes the one that its app names, else the only one for the registry of
        its image.
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the credentials" onRetry={() => void refetch()} />
        </div>
      )}
      {credentials?.length === 0 && <NoCredentials mayEdit={mayEdit} />}
      {(credentials ? credentials.length > 0 : !error) && (
        <Table
          label="Registry credentials"
          columns={mayEdit ? [...columns, actions] : columns}
          rows={credentials}
          rowKey={({ id }) => id}
        />
      )}
      {open?.act === 'test' && <RegistryTestDialog credential={open.credential} test={test} onClose={close} />}
      {open?.act === 'edit' && <RegistryEdit credential={open.credential} onDone={close} />}
      {open?.act === 'delete' && <RegistryDelete credential={open.credential} onDone={close} />}
      <Outlet />
    </>
  )
}

function NoCredentials({ mayEdit }: { mayEdit: boolean }) {
  return (
    <EmptyState
      icon={<Container className="size-4" aria-hidden="true" />}
      title="No credentials"
      body="Public images need none. For private ones, keep a user name and a password or access token for their registry."
      action={mayEdit && <AddLink />}
    />
  )
}

function AddLink() {
  return (
    <Link to={paths.registryNew} className={buttonClass('primary')}>
      <Plus className="size-3.5" aria-hidden="true" />
      Add a credential
    </Link>
  )
}
