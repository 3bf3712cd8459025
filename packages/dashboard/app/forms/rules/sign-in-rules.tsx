// Who may sign in at the ingress before the app is asked. Passwords go in and are never shown.
import { Plus, X } from 'lucide-react'
import { Section } from '../../components/section.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldError, PasswordField, TextField } from '../../ui/field.tsx'
import { newUser, type UserRow } from '../rules-draft.ts'
import type { RulesPart } from './rules-part.ts'

export function SignInRules({ draft, set, disabled, errorAt }: RulesPart) {
  const change = (id: number, part: Partial<UserRow>) =>
    set({ users: draft.users.map((row) => (row.id === id ? { ...row, ...part } : row)) })
  return (
    <Section
      title="Sign-in"
      about="Visitors are asked for a name and a password (basic authentication) as soon as there is one user."
    >
      <div className="grid gap-3">
        {draft.users.length === 0 && <p className="text-muted">No users: everybody gets in without a password.</p>}
        {draft.users.map((row, index) => (
          <div key={row.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-2">
            <TextField
              label={`User ${index + 1}`}
              mono
              required
              maxLength={64}
              pattern="[^:\s]+"
              title="No spaces and no colon"
              autoComplete="off"
              spellCheck={false}
              disabled={disabled || row.isStored}
              value={row.username}
              onChange={(event) => change(row.id, { username: event.target.value })}
            />
            <PasswordField
              label={`Password ${index + 1}`}
              required={!row.isStored}
              minLength={8}
              maxLength={128}
              autoComplete="new-password"
              placeholder={row.isStored ? 'stays as it is' : ''}
              disabled={disabled}
              value={row.password}
              onChange={(event) => change(row.id, { password: event.target.value })}
            />
            <IconButton
              label={`Remove user ${row.username || index + 1}`}
              className="mt-6.5"
              disabled={disabled}
              onClick={() => set({ users: draft.users.filter(({ id }) => id !== row.id) })}
            >
              <X className="size-3.5" aria-hidden="true" />
            </IconButton>
          </div>
        ))}
        <FieldError text={errorAt('basic_auth')} />
        {!disabled && (
          <Button className="justify-self-start" onClick={() => set({ users: [...draft.users, newUser()] })}>
            <Plus className="size-3.5" aria-hidden="true" />
            Add a user
          </Button>
        )}
      </div>
    </Section>
  )
}
