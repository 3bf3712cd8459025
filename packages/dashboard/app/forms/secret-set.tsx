// Sets or replaces the value of a secret, and removes it. A locked one asks twice.
import type { App, AppSecret } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Choice } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'
import { SecretFields } from './secret-fields.tsx'

export function SecretSet({ app, secret, onClose }: { app: App; secret?: AppSecret; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(secret?.name ?? '')
  const [value, setValue] = useState('')
  const [isLocked, setLocked] = useState(secret?.locked ?? false)
  const [isSure, setSure] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      api.appSecretSet({
        params: { name: app.name, key: name.trim() },
        body: { value, locked: isLocked, ...(isSure ? { overwrite_locked: true } : {}) },
      }),
    onSuccess: async () => {
      onClose()
      toast(`${name.trim()} is set; it counts from the next deploy or restart on`)
      await queryClient.invalidateQueries({ queryKey: keys.apps })
    },
  })
  return (
    <Dialog title={secret ? `${secret.set ? 'Replace' : 'Set'} ${secret.name}` : 'Add a secret'} onClose={onClose}>
      <DialogForm
        act="set the secret"
        submit={secret?.set ? 'Replace the value' : 'Set the value'}
        error={save.error}
        pending={save.isPending}
        disabled={value === '' || (secret?.locked === true && !isSure)}
        onSubmit={() => save.mutate()}
        onCancel={onClose}
      >
        <SecretFields name={name} onName={secret ? undefined : setName} value={value} onValue={setValue} />
        <Choice
          type="checkbox"
          label="Lock it"
          hint="Replacing it then needs a second yes."
          checked={isLocked}
          onChange={(event) => setLocked(event.target.checked)}
        />
        {secret?.locked && (
          <Choice
            type="checkbox"
            label="Replace it although it is locked"
            checked={isSure}
            onChange={(event) => setSure(event.target.checked)}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}

export function SecretDelete({ app, secret, onClose }: { app: App; secret: AppSecret; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.appSecretDelete({ params: { name: app.name, key: secret.name } }),
    onSuccess: async () => {
      onClose()
      toast(`The value of ${secret.name} was deleted`)
      await queryClient.invalidateQueries({ queryKey: keys.apps })
    },
  })
  return (
    <Dialog title={`Delete ${secret.name}`} onClose={onClose}>
      <DialogForm
        act="delete the secret"
        submit="Delete the value"
        isDangerous
        error={remove.error}
        pending={remove.isPending}
        onSubmit={() => remove.mutate()}
        onCancel={onClose}
      >
        <p>
          <strong className="font-strong">Lost for good:</strong> its value, which nobody can read back. Containers that
          run keep it until the next deploy or restart.
        </p>
        <p>
          <strong className="font-strong">Stays:</strong> the name
          {secret.required && ', and as it is required, no deploy succeeds until it is set again'}.
        </p>
      </DialogForm>
    </Dialog>
  )
}
