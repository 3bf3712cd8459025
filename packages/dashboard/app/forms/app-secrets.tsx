// Secrets of an app: names, whether they have a value, whether they are locked. Values go in and never come out.
import type { App, AppSecret } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, secretsQuery, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, RowButton } from '../ui/button.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { SecretDelete, SecretSet } from './secret-set.tsx'

type Open = { act: 'set' | 'delete'; secret: AppSecret } | { act: 'new' }

export function AppSecrets({ app }: { app: App }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const { data: secrets, error, refetch } = useQuery(secretsQuery(app.name))
  const [open, setOpen] = useState<Open>()
  const mayNot = can.setSecrets(who) ? undefined : 'Needs the ability write:sensitive'
  const declare = useMutation({
    mutationFn: (secret_env: App['secret_env']) => api.appUpdate({ params: { name: app.name }, body: { secret_env } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  const others = (name: string) => app.secret_env.filter((secret) => secret.name !== name)
  const columns: readonly Column<AppSecret>[] = [
    { title: 'Name', cell: ({ name }) => <code className="wrap-anywhere">{name}</code> },
    {
      title: 'Value',
      cell: ({ set, required, locked }) => (
        <span className="flex items-center gap-1.5">
          <Badge tone={set ? 'ok' : required ? 'bad' : 'stopped'}>{set ? 'set' : 'not set'}</Badge>
          {locked && (
            <Badge>
              <Lock className="size-2.5" aria-hidden="true" />
              locked
            </Badge>
          )}
        </span>
      ),
    },
    {
      title: 'Required',
      cell: (secret) => (
        <input
          type="checkbox"
          aria-label={`${secret.name} is required`}
          title="A deploy fails early when a required secret has no value"
          checked={secret.required}
          disabled={!can.editApps(who) || declare.isPending}
          onChange={(event) =>
            declare.mutate([...others(secret.name), { name: secret.name, required: event.target.checked }])
          }
          className="block size-3.5 self-center"
        />
      ),
    },
    { title: 'Last set', cell: (secret) => <RelativeTime at={secret.updated_at} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      className: 'w-px text-right whitespace-nowrap',
      cell: (secret) => (
        <span className="inline-flex gap-1 max-list:-ml-2">
          <SmallButton
            label={`${secret.set ? 'Replace' : 'Set'} ${secret.name}`}
            mayNot={mayNot}
            onClick={() => setOpen({ act: 'set', secret })}
          >
            {secret.set ? 'Replace' : 'Set'}
          </SmallButton>
          {secret.set ? (
            <SmallButton
              label={`Delete ${secret.name}`}
              mayNot={mayNot}
              onClick={() => setOpen({ act: 'delete', secret })}
            >
              Delete
            </SmallButton>
          ) : (
            <SmallButton
              label={`Forget ${secret.name}`}
              mayNot={can.editApps(who) ? undefined : 'Needs the ability write'}
              onClick={() => declare.mutate(others(secret.name))}
            >
              Forget
            </SmallButton>
          )}
        </span>
      ),
    },
  ]
  return (
    <section aria-label="Secrets" className="-mt-px border-t border-line pt-5">
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 pb-3 max-shell:px-4">
        <div>
          <h2 className="font-strong">Secrets</h2>
          <p className="text-muted">Variables whose values are sealed at once and never shown again.</p>
        </div>
        <Button disabled={!!mayNot} title={mayNot} onClick={() => setOpen({ act: 'new' })}>
          <Plus className="size-3.5" aria-hidden="true" />
          Add a secret
        </Button>
      </div>
      {(error || declare.error) && (
        <div className="px-6 pb-3 max-shell:px-4">
          <Failure
            error={error ?? declare.error}
            act={error ? 'load the secrets' : 'change the secret'}
            {...(error ? { onRetry: () => void refetch() } : {})}
          />
        </div>
      )}
      {secrets?.length === 0 ? (
        <p className="px-6 text-faint max-shell:px-4">None yet.</p>
      ) : (
        (secrets || !error) && (
          <Table label="Secrets" columns={columns} rows={secrets} rowKey={(secret) => secret.name} />
        )
      )}
      {open?.act === 'new' && <SecretSet app={app} onClose={() => setOpen(undefined)} />}
      {open?.act === 'set' && <SecretSet app={app} secret={open.secret} onClose={() => setOpen(undefined)} />}
      {open?.act === 'delete' && <SecretDelete app={app} secret={open.secret} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

interface SmallButtonProps {
  label: string
  mayNot: string | undefined
  onClick: () => void
  children: string
}

function SmallButton({ label, mayNot, onClick, children }: SmallButtonProps) {
  return (
    <RowButton label={label} disabled={!!mayNot} title={mayNot} onClick={onClick}>
      {children}
    </RowButton>
  )
}
