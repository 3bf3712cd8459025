// Takes a domain off an app.
import { useDomainsChange } from '../api/ingress-queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

export function DomainRemove({ app, domain, onClose }: { app: string; domain: string; onClose: () => void }) {
  const save = useDomainsChange(app)
  return (
    <Dialog title={`Remove ${domain}`} onClose={onClose}>
      <DialogForm
        act={`remove ${domain}`}
        submit="Remove the domain"
        isDangerous
        error={save.error}
        pending={save.isPending}
        onSubmit={() =>
          save.mutate((now) => now.filter((each) => each.domain !== domain), {
            onSuccess: () => {
              toast(`${domain} was removed`)
              onClose()
            },
          })
        }
        onCancel={onClose}
      >
        <p>
          <strong className="font-strong">Lost:</strong> requests for <code className="wrap-anywhere">{domain}</code>{' '}
          are answered 404 at once, and a certificate that nobody else uses is not renewed.
        </p>
        <p>
          <strong className="font-strong">Stays:</strong> {app} with its other names, and the DNS record, which is yours
          to remove.
        </p>
      </DialogForm>
    </Dialog>
  )
}
