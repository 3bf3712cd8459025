// Who you are here and what your role lets you do.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { Section } from '../components/section.tsx'
import { abilityWords, policyWords, roleWords } from '../components/words.ts'
import { InlineForm } from '../forms/form.tsx'
import { Badge } from '../ui/badge.tsx'
import { TextField } from '../ui/field.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { toast } from '../ui/toast.tsx'

export function AccountProfile() {
  const who = useIdentity()
  return (
    <>
      <Section title="Profile" about="How others see you in the audit log and the list of users.">
        <NameForm name={who.user.display_name} />
      </Section>
      <Section title="What you may do" about={`Your role is ${who.user.role}. ${roleWords[who.user.role]}.`}>
        <ul className="grid gap-2">
          {who.abilities.map((ability) => (
            <li key={ability} className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-3">
              <span>
                <Badge mono>{ability}</Badge>
              </span>
              <span className="text-muted">{abilityWords[ability]}</span>
            </li>
          ))}
          <li className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 pt-1">
            <span className="text-faint">May touch</span>
            <span>{policyWords(who.policy)}</span>
          </li>
          <li className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3">
            <span className="text-faint">This session</span>
            <span>
              ends <RelativeTime at={who.expires_at} never="when you sign out" />
            </span>
          </li>
        </ul>
      </Section>
    </>
  )
}

function NameForm({ name }: { name: string }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(name)
  const save = useMutation({
    mutationFn: () => api.profileUpdate({ body: { display_name: typed } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.session })
      await queryClient.invalidateQueries({ queryKey: keys.users })
      toast('Your name is saved')
    },
  })
  return (
    <InlineForm
      act="save your name"
      submit="Save"
      error={save.error}
      pending={save.isPending}
      disabled={typed === name}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Display name"
        required
        maxLength={100}
        autoComplete="name"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </InlineForm>
  )
}
