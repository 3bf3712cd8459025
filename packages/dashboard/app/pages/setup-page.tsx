// First run: whoever has the one-time link makes the first admin. Without it, the page says where the link is.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { EntryFrame } from '../components/entry-frame.tsx'
import { EntryForm } from '../forms/entry-form.tsx'
import { NewPassword } from '../forms/new-password.tsx'
import { paths } from '../paths.ts'
import { setupToken } from '../setup-token.ts'
import { TextField } from '../ui/field.tsx'

const route = getRouteApi('/setup')

export function SetupPage() {
  const { hasToken } = route.useRouteContext()
  return hasToken ? <FirstAdmin /> : <WhereTheLinkIs />
}

function FirstAdmin() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState({ email: '', display_name: '', password: '' })
  const complete = useMutation({
    mutationFn: () => api.setupComplete({ body: { ...typed, token: setupToken() } }),
    onSuccess: async () => {
      queryClient.clear()
      await navigate({ to: paths.home })
    },
  })
  return (
    <EntryFrame title="Set up Levelrail" about="You become the first admin. You can add others afterwards.">
      <EntryForm
        act="finish the set-up"
        submit="Make the account"
        error={complete.error}
        pending={complete.isPending}
        onSubmit={() => complete.mutate()}
      >
        <TextField
          label="E-mail"
          type="email"
          required
          autoFocus
          maxLength={254}
          autoComplete="username"
          hint="You sign in with it; nothing is sent to it"
          value={typed.email}
          onChange={(event) => setTyped({ ...typed, email: event.target.value })}
        />
        <TextField
          label="Display name"
          required
          maxLength={100}
          autoComplete="name"
          value={typed.display_name}
          onChange={(event) => setTyped({ ...typed, display_name: event.target.value })}
        />
        <NewPassword
          label="Password"
          value={typed.password}
          onChange={(password) => setTyped({ ...typed, password })}
        />
      </EntryForm>
    </EntryFrame>
  )
}

function WhereTheLinkIs() {
  return (
    <EntryFrame title="Set up Levelrail" about="The first admin is made through a one-time link.">
      <div className="grid gap-3">
        <p>
          <code>npm run up</code> prints the link when it starts the control plane. Open it in this browser.
        </p>
        <p>
          Its token is also in the file <code>setup-token</code> in the data folder. Open this page with{' '}
          <code>#token=</code> and the token behind the address.
        </p>
        <p className="text-muted">The link works once, and only until the first admin is made.</p>
      </div>
    </EntryFrame>
  )
}
