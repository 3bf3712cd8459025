// Uploads a certificate with its key, as text or from files. The key is never shown again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { api } from '../api/client.ts'
import { fieldError } from '../api/failure.ts'
import { keys } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

const parts = [
  {
    field: 'certificate',
    label: 'Certificate',
    placeholder: '-----BEGIN CERTIFICATE-----',
    hint: 'PEM: the certificate first, then of each issuer in turn. Leave out the root.',
  },
  {
    field: 'private_key',
    label: 'Private key',
    placeholder: '-----BEGIN PRIVATE KEY-----',
    hint: 'PEM without a passphrase. Kept sealed and never shown again.',
  },
] as const

export function CertificateCreate() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState({ certificate: '', private_key: '' })
  const close = () => void navigate({ to: paths.certificates })
  const create = useMutation({
    mutationFn: () => api.certificateCreate({ body: draft }),
    onSuccess: async ({ sans }) => {
      await Promise.all(
        [keys.certificates, keys.domains].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      toast(`The certificate of ${sans.join(', ')} was uploaded`)
      close()
    },
  })
  return (
    <Dialog title="Upload a certificate" shape="drawer" onClose={close}>
      <DialogForm
        act="upload this certificate"
        submit="Upload"
        error={create.error}
        pending={create.isPending}
        onSubmit={() => create.mutate()}
        onCancel={close}
      >
        <p className="text-muted">Domains that it fits use it at once, before any other.</p>
        {parts.map(({ field, ...words }) => (
          <div key={field} className="grid gap-2">
            <TextAreaField
              {...words}
              rows={6}
              required
              maxLength={65_536}
              autoComplete="off"
              error={fieldError(create.error, field)}
              value={draft[field]}
              onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            />
            <FileText
              label={`${words.label} from a file`}
              onText={(text) => setDraft((now) => ({ ...now, [field]: text }))}
            />
          </div>
        ))}
      </DialogForm>
    </Dialog>
  )
}

function FileText({ label, onText }: { label: string; onText: (text: string) => void }) {
  const id = useId()
  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-muted">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept=".pem,.crt,.cer,.key,.txt"
        onChange={({ target }) => void target.files?.[0]?.text().then(onText)}
        className="min-w-0 flex-1 file:mr-2 file:rounded-md file:border file:border-line file:bg-raised file:px-2 file:py-1 file:text-ink"
      />
    </p>
  )
}
