// Secrets that a tier shares: names alone. Values go in and never come out.
import type { SharedVariable } from '@levelrail/contract/schemas/env.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Tier, tiers } from '../api/project-queries.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Button, RowButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { SecretFields } from './secret-fields.tsx'

interface SharedSecretsProps {
  tier: Tier
  owner: { id: string; name: string }
  variables: readonly SharedVariable[]
}

export function SharedSecrets({ tier, owner, variables }: SharedSecretsProps) {
  const who = useIdentity()
  const mayEdit = can.editProjects(who)
  const [open, setOpen] = useState<{ act: 'set' | 'delete'; key?: string }>()
  const close = () => setOpen(undefined)
  const secrets = variables.filter(({ secret }) => secret)
  const columns: readonly Column<SharedVariable>[] = [
    { title: 'Name', cell: ({ key }) => <code className="wrap-anywhere">{key}</code> },
  ]
  const actions: Column<SharedVariable> = {
    title: 'Actions',
    isTitleHidden: true,
    className: 'w-px text-right whitespace-nowrap',
    cell: ({ key }) => (
      <span className="inline-flex gap-1 max-list:-ml-2">
        <RowButton label={`Replace ${key}`} onClick={() => setOpen({ act: 'set', key })}>
          Replace
        </RowButton>
        <RowButton label={`Delete ${key}`} onClick={() => setOpen({ act: 'delete', key })}>
          Delete
        </RowButton>
      </span>
    ),
  }
  return (
    <section aria-label="Secrets" className="-mt-px border-t border-line pt-5">
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 pb-3 max-shell:px-4">
        <div>
          <h2 className="font-strong">Secrets of the {tier}</h2>
          <p className="text-muted">Variables whose values are sealed at once and never shown again.</p>
        </div>
        {mayEdit && (
          <Button onClick={() => setOpen({ act: 'set' })}>
            <Plus className="size-3.5" aria-hidden="true" />
            Add a secret
          </Button>
        )}
      </div>
      {secrets.length === 0 ? (
        <p className="px-6 text-faint max-shell:px-4">None yet.</p>
      ) : (
        <Table
          label="Secrets"
          columns={mayEdit ? [...columns, actions] : columns}
          rows={secrets}
          rowKey={({ key }) => key}
        />
      )}
      {open?.act === 'set' && (
        <SecretSet tier={tier} owner={owner} variables={variables} secret={open.key} onClose={close} />
      )}
      {open?.act === 'delete' && open.key && (
        <SecretDelete tier={tier} owner={owner} secret={open.key} onClose={close} />
      )}
    </section>
  )
}

interface SecretSetProps extends SharedSecretsProps {
  /** Undefined for a new one. */
  secret: string | undefined
  onClose: () => void
}

function SecretSet({ tier, owner, variables, secret, onClose }: SecretSetProps) {
  const refresh = useRefresh()
  const [name, setName] = useState(secret ?? '')
  const [value, setValue] = useState('')
  const key = name.trim()
  const becomesSecret = variables.some((variable) => variable.key === key && !variable.secret)
  const save = useMutation({
    mutationFn: () => tiers[tier].setSecret({ params: { id: owner.id, key }, body: { value } }),
    onSuccess: async () => {
      onClose()
      toast(`${key} is set; it counts from each app’s next deploy or restart on`)
      await refresh()
    },
  })
  return (
    <Dialog title={secret ? `Replace ${secret}` : 'Add a secret'} onClose={onClose}>
      <DialogForm
        act="set the secret"
        submit={secret ? 'Replace the value' : 'Set the value'}
        error={save.error}
        pending={save.isPending}
        disabled={value === ''}
        onSubmit={() => save.mutate()}
        onCancel={onClose}
      >
        <SecretFields name={name} onName={secret ? undefined : setName} value={value} onValue={setValue} />
        {becomesSecret && (
          <Notice tone="held" title={`${key} is a plain variable here`}>
            It becomes this secret, and its plain value goes.
          </Notice>
        )}
      </DialogForm>
    </Dialog>
  )
}

interface SecretDeleteProps extends Omit<SharedSecretsProps, 'variables'> {
  secret: string
  onClose: () => void
}

function SecretDelete({ tier, owner, secret, onClose }: SecretDeleteProps) {
  const refresh = useRefresh()
  const remove = useMutation({
    mutationFn: () => tiers[tier].deleteSecret({ params: { id: owner.id, key: secret } }),
    onSuccess: async () => {
      onClose()
      toast(`${secret} was deleted`)
      await refresh()
    },
  })
  return (
    <Dialog title={`Delete ${secret}`} onClose={onClose}>
      <DialogForm
        act="delete the secret"
        submit="Delete the secret"
        isDangerous
        error={remove.error}
        pending={remove.isPending}
        onSubmit={() => remove.mutate()}
        onCancel={onClose}
      >
        <p>
          <strong className="font-strong">Lost for good:</strong> its value, which nobody can read back. Apps no longer
          get it from {owner.name}; containers that run keep it until their next deploy or restart.
        </p>
      </DialogForm>
    </Dialog>
  )
}

function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: keys.sharedEnv })
    await queryClient.invalidateQueries({ queryKey: keys.apps })
  }
}
