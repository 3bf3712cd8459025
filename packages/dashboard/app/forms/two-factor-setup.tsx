// Turning the second factor on: scan or type the secret, then prove it with a first code.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { QrCode } from '../components/qr-code.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CodeField, plainCode } from './code-field.tsx'
import { DialogForm } from './form.tsx'

interface TwoFactorSetupProps {
  secret: string
  uri: string
  onCancel: () => void
  onDone: (codes: string[]) => void
}

export function TwoFactorSetup({ secret, uri, onCancel, onDone }: TwoFactorSetupProps) {
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api.twoFactorConfirm({ body: { code: plainCode(code) } }),
    onSuccess: async ({ recovery_codes }) => {
      onDone(recovery_codes)
      await queryClient.invalidateQueries({ queryKey: keys.twoFactor })
      await queryClient.invalidateQueries({ queryKey: keys.session })
      await queryClient.invalidateQueries({ queryKey: keys.users })
    },
  })
  return (
    <Dialog title="Turn the second factor on" onClose={onCancel}>
      <DialogForm
        act="turn the second factor on"
        submit="Turn on"
        error={confirm.error}
        pending={confirm.isPending}
        onSubmit={() => confirm.mutate()}
        onCancel={onCancel}
      >
        <p className="text-muted">Scan this with an authenticator app, then type the code that it shows.</p>
        <div className="justify-self-center">
          <QrCode text={uri} label="QR code for the authenticator app" />
        </div>
        <div className="grid gap-1">
          <p className="text-small text-muted">Or type this secret into the app:</p>
          <CopyText text={secret} label="Copy the secret" />
        </div>
        <CodeField kind="code" value={code} onChange={setCode} />
      </DialogForm>
    </Dialog>
  )
}
