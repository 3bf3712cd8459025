// Acts on the second factor that need a code: turning it off, and new recovery codes.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { CodeField, plainCode } from './code-field.tsx'
import { DialogForm } from './form.tsx'

interface TwoFactorCodeProps {
  act: 'disable' | 'renew'
  onCancel: () => void
  /** With the new recovery codes, where there are any. */
  onDone: (codes?: string[]) => void
}

const words = {
  disable: {
    title: 'Turn the second factor off',
    about: 'From then on the password alone is enough to sign in. Your recovery codes stop working.',
    submit: 'Turn off',
  },
  renew: {
    title: 'New recovery codes',
    about: 'The codes you have now stop working, used or not.',
    submit: 'Make new codes',
  },
}

export function TwoFactorCode({ act, onCancel, onDone }: TwoFactorCodeProps) {
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const { title, about, submit } = words[act]
  const run = useMutation({
    mutationFn: async () => {
      const body = { code: plainCode(code) }
      if (act === 'renew') return (await api.recoveryCodesRenew({ body })).recovery_codes
      await api.twoFactorDisable({ body })
      return undefined
    },
    onSuccess: async (codes) => {
      onDone(codes)
      if (act === 'disable') toast('The second factor is off')
      await queryClient.invalidateQueries({ queryKey: keys.twoFactor })
      await queryClient.invalidateQueries({ queryKey: keys.session })
      await queryClient.invalidateQueries({ queryKey: keys.users })
    },
  })
  return (
    <Dialog title={title} onClose={onCancel}>
      <DialogForm
        act={act === 'disable' ? 'turn the second factor off' : 'make new recovery codes'}
        submit={submit}
        isDangerous={act === 'disable'}
        error={run.error}
        pending={run.isPending}
        onSubmit={() => run.mutate()}
        onCancel={onCancel}
      >
        <p className="text-muted">{about}</p>
        <CodeField kind="either" value={code} onChange={setCode} />
      </DialogForm>
    </Dialog>
  )
}
