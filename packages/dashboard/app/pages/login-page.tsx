// Sign-in: the password, then the second factor where one is set.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { EntryFrame } from '../components/entry-frame.tsx'
import { CodeField, plainCode } from '../forms/code-field.tsx'
import { EntryForm } from '../forms/entry-form.tsx'
import { safeReturnPath } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'

const route = getRouteApi('/login')

export function LoginPage() {
  const { return: returnPath } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [mfaToken, setMfaToken] = useState<string>()
  const enter = () => {
    queryClient.removeQueries({ queryKey: keys.session })
    router.history.push(safeReturnPath(returnPath))
  }
  return mfaToken ? (
    <SecondFactor mfaToken={mfaToken} onDone={enter} onBack={() => setMfaToken(undefined)} />
  ) : (
    <Password isReturning={returnPath !== undefined} onDone={enter} onSecondFactor={setMfaToken} />
  )
}

interface PasswordProps {
  isReturning: boolean
  onDone: () => void
  onSecondFactor: (mfaToken: string) => void
}

function Password({ isReturning, onDone, onSecondFactor }: PasswordProps) {
  const [typed, setTyped] = useState({ email: '', password: '' })
  const login = useMutation({
    mutationFn: () => api.login({ body: typed }),
    onSuccess: (result) => ('mfa_required' in result ? onSecondFactor(result.mfa_token) : onDone()),
  })
  return (
    <EntryFrame title="Sign in" about={isReturning && 'Then you go on where you were.'}>
      <EntryForm
        act="sign in"
        submit="Sign in"
        error={login.error}
        pending={login.isPending}
        onSubmit={() => login.mutate()}
      >
        <TextField
          label="E-mail"
          type="email"
          required
          autoFocus
          maxLength={254}
          autoComplete="username"
          value={typed.email}
          onChange={(event) => setTyped({ ...typed, email: event.target.value })}
        />
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          value={typed.password}
          onChange={(event) => setTyped({ ...typed, password: event.target.value })}
        />
      </EntryForm>
    </EntryFrame>
  )
}

function SecondFactor({ mfaToken, onDone, onBack }: { mfaToken: string; onDone: () => void; onBack: () => void }) {
  const [kind, setKind] = useState<'code' | 'recovery'>('code')
  const [code, setCode] = useState('')
  const verify = useMutation({
    mutationFn: () => api.loginVerify({ body: { mfa_token: mfaToken, code: plainCode(code) } }),
    onSuccess: onDone,
  })
  return (
    <EntryFrame title="Second factor" about="The password was right. One more step.">
      <EntryForm
        act="sign in"
        submit="Sign in"
        error={verify.error}
        pending={verify.isPending}
        onSubmit={() => verify.mutate()}
      >
        <CodeField kind={kind} value={code} onChange={setCode} />
      </EntryForm>
      <div className="flex justify-between border-t border-line pt-4">
        <Button look="ghost" className="-ml-3" onClick={onBack}>
          Back
        </Button>
        <Button
          look="ghost"
          className="-mr-3"
          onClick={() => {
            setCode('')
            verify.reset()
            setKind(kind === 'code' ? 'recovery' : 'code')
          }}
        >
          {kind === 'code' ? 'Use a recovery code' : 'Use a code from the app'}
        </Button>
      </div>
    </EntryFrame>
  )
}
