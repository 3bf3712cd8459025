// Adds a domain to an app, then tells the DNS records that it needs and watches for them while it is open.
import { useState } from 'react'
import { domainCheckQuery, useDomainsChange } from '../api/ingress-queries.ts'
import { DnsCheckView } from '../components/dns-check.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type DomainDraft, DomainFields, domainOptions, usualDraft } from './domain-fields.tsx'
import { DialogForm } from './form.tsx'

export function DomainAdd({ app, onClose }: { app: string; onClose: () => void }) {
  const [domain, setDomain] = useState('')
  const [draft, setDraft] = useState<DomainDraft>(usualDraft)
  const [added, setAdded] = useState<string>()
  const save = useDomainsChange(app)
  if (added !== undefined) return <DomainDns app={app} domain={added} onClose={onClose} />
  return (
    <Dialog title={`Add a domain to ${app}`} shape="drawer" onClose={onClose}>
      <DialogForm
        act="add this domain"
        submit="Add the domain"
        error={save.error}
        pending={save.isPending}
        onSubmit={() =>
          save.mutate((now) => [...now, { domain: domain.trim(), ...domainOptions(draft) }], {
            onSuccess: (saved) => {
              toast(`${domain.trim()} was added`)
              setAdded(saved.at(-1)?.domain ?? domain.trim())
            },
          })
        }
        onCancel={onClose}
      >
        <TextField
          label="Domain"
          mono
          required
          maxLength={500}
          pattern="\s*\S+\s*"
          title="Without spaces"
          autoComplete="off"
          spellCheck={false}
          placeholder="shop.example.com"
          hint="Without scheme and port. A path (example.com/api) takes only what is below it; *.example.com takes every name before the dot."
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
        />
        <DomainFields draft={draft} onChange={setDraft} error={save.error} />
      </DialogForm>
    </Dialog>
  )
}

/** The records that a domain needs, and whether they are there. */
export function DomainDns({ app, domain, onClose }: { app: string; domain: string; onClose: () => void }) {
  return (
    <Dialog title={`DNS of ${domain}`} shape="drawer" onClose={onClose}>
      <DialogBody>
        <p className="text-muted">
          Visitors and certificate authorities find the app once the name leads to this machine. It is looked up again
          every few seconds while this is open.
        </p>
        <DnsCheckView query={domainCheckQuery(app, domain)} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  )
}
