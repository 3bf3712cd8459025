// Removal of an uploaded certificate: its domains get another one.
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

export function CertificateDelete({ certificate, onDone }: { certificate: Certificate; onDone: () => void }) {
  const queryClient = useQueryClient()
  const hosts = certificate.sans.join(', ')
  const remove = useMutation({
    mutationFn: () => api.certificateDelete({ params: { id: certificate.id } }),
    onSuccess: async () => {
      await Promise.all(
        [keys.certificates, keys.domains].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      toast(`The certificate of ${hosts} was deleted`)
      onDone()
    },
  })
  return (
    <Dialog title="Delete a certificate" onClose={onDone}>
      <DialogForm
        act="delete this certificate"
        submit="Delete the certificate"
        isDangerous
        error={remove.error}
        pending={remove.isPending}
        onSubmit={() => remove.mutate()}
        onCancel={onDone}
      >
        <p>
          <strong className="font-strong">Lost:</strong> the certificate of{' '}
          <code className="wrap-anywhere">{hosts}</code> and its key.
        </p>
        <p>
          <strong className="font-strong">Stays:</strong>{' '}
          {certificate.domains.length === 0
            ? 'everything else; no domain uses it now.'
            : `${certificate.domains.join(', ')}, with another certificate: by ACME where it is on, else of the internal authority, which browsers do not trust by themselves.`}
        </p>
      </DialogForm>
    </Dialog>
  )
}
