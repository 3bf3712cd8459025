// A drawer that makes a token, then shows its text once.
import { type Ability, abilities } from '@levelrail/contract/ability.ts'
import type { Policy } from '@levelrail/contract/schemas/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { abilityWords } from '../components/words.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { DialogForm } from './form.tsx'
import { PolicyField } from './policy-field.tsx'

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Does not end' },
] as const

export function TokenCreate() {
  const who = useIdentity()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Ability[]>(['read'])
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]['value']>('90')
  const [policy, setPolicy] = useState<Policy | null>(who.policy)
  const close = () => void navigate({ to: paths.tokens, search: {} })
  const create = useMutation({
    mutationFn: () =>
      api.tokenCreate({
        body: {
          name,
          abilities: chosen,
          policy,
          ...(lifetime === 'never' ? {} : { expires_in_days: Number(lifetime) }),
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.tokens }),
  })
  if (create.data) return <TokenText name={create.data.name} text={create.data.token} onDone={close} />
  return (
    <Dialog title="New token" shape="drawer" onClose={close}>
      <DialogForm
        act="make this token"
        submit="Make the token"
        error={create.error}
        pending={create.isPending}
        disabled={chosen.length === 0}
        onSubmit={() => create.mutate()}
        onCancel={close}
      >
        <TextField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          placeholder="ci-deploy"
          hint="So that you know later which program holds it"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="grid gap-2.5">
          <legend className="pb-1.5 font-strong">Abilities</legend>
          {abilities.map((ability) => (
            <Choice
              key={ability}
              type="checkbox"
              label={<code>{ability}</code>}
              hint={can.giveAbility(who, ability) ? abilityWords[ability] : 'More than your own role may do'}
              disabled={!can.giveAbility(who, ability)}
              checked={chosen.includes(ability)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, ability] : chosen.filter((other) => other !== ability))
              }
            />
          ))}
        </fieldset>
        <SelectField
          label="Ends after"
          value={lifetime}
          options={lifetimes}
          onChange={setLifetime}
          className="max-w-40"
        />
        <PolicyField value={policy} onChange={setPolicy} />
      </DialogForm>
    </Dialog>
  )
}

function TokenText({ name, text, onDone }: { name: string; text: string; onDone: () => void }) {
  return (
    <Dialog title={`Token ${name}`} shape="drawer" isSticky onClose={onDone}>
      <DialogBody>
        <Notice tone="held" title="Copy it now">
          This is the only time the token is shown. Keep it where your program keeps its secrets.
        </Notice>
        <CopyText label="Copy the token" text={text} />
        <div className="grid gap-1">
          <p className="text-muted">A program sends it with every request:</p>
          <code className="block rounded-md border border-line bg-rail px-3 py-2 break-all">
            curl -H "Authorization: Bearer $TOKEN" {location.origin}/api/v1/system/status
          </code>
        </div>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onDone}>
          I have kept it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
