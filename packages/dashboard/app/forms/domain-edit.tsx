// Changes how a domain of an app is served.
import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import { useState } from 'react'
import { useDomainsChange } from '../api/ingress-queries.ts'
import { ChangeList } from '../components/change-list.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { changesBetween } from './app-draft.ts'
import { DomainFields, domainDraft, domainOptions } from './domain-fields.tsx'
import { DialogForm } from './form.tsx'

export function DomainEdit({ app, options, onClose }: { app: string; options: AppDomain; onClose: () => void }) {
  const [draft, setDraft] = useState(() => domainDraft(options))
  const save = useDomainsChange(app)
  const { domain, ...before } = options
  const after = domainOptions(draft)
  const changes = changesBetween(before, after)
  return (
    <Dialog title={domain} shape="drawer" onClose={onClose}>
      <DialogForm
        act={`save ${domain}`}
        submit="Save"
        error={save.error}
        pending={save.isPending}
        disabled={changes.length === 0}
        onSubmit={() =>
          save.mutate((now) => now.map((each) => (each.domain === domain ? { domain, ...after } : each)), {
            onSuccess: () => {
              toast(`${domain} saved`)
              onClose()
            },
          })
        }
        onCancel={onClose}
      >
        <DomainFields draft={draft} onChange={setDraft} error={save.error} />
        <ChangeList changes={changes} />
      </DialogForm>
    </Dialog>
  )
}
