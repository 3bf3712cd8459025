// Settings of the ingress: the name of the platform, what stands in front of it, and who signs certificates.
import type { IngressSettings } from '@levelrail/contract/schemas/ingress-settings.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { fieldError } from '../api/failure.ts'
import { ingressCheckQuery, ingressSettingsQuery } from '../api/ingress-queries.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { ChangeList } from '../components/change-list.tsx'
import { DnsCheckView } from '../components/dns-check.tsx'
import { Failure } from '../components/failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Section } from '../components/section.tsx'
import { AcmeSection } from '../forms/acme-section.tsx'
import { type IngressDraft, ingressChangeWords, ingressDraft, ingressUpdate } from '../forms/ingress-draft.ts'
import { SaveBar } from '../forms/save-bar.tsx'
import { type FormPart, textField } from '../forms/settings/settings-part.ts'
import { useDraft } from '../hooks/use-draft.ts'
import { useRefusedField } from '../hooks/use-refused-field.ts'
import { Choice, TextAreaField, TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

export function IngressPage() {
  const mayEdit = can.editIngress(useIdentity())
  const { data: settings, error, refetch } = useQuery(ingressSettingsQuery)
  return (
    <>
      <PageHeader title="Ingress">
        What holds for every app: the name of this platform, what stands in front of it, and certificates.
        {!mayEdit && ' Changing it needs root.'}
      </PageHeader>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="load the settings of the ingress" onRetry={() => void refetch()} />
        </div>
      )}
      {!settings && !error && <Skeleton className="mx-6 h-32! max-w-2xl" />}
      {settings && <IngressForm settings={settings} mayEdit={mayEdit} />}
    </>
  )
}

function IngressForm({ settings, mayEdit }: { settings: IngressSettings; mayEdit: boolean }) {
  const queryClient = useQueryClient()
  const { draft, base, set, discard } = useDraft(settings, ingressDraft)
  const update = ingressUpdate(draft, base)
  const save = useMutation({
    mutationFn: () => api.ingressSettingsSet({ body: update }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(keys.ingress, saved)
      discard()
      toast('Settings of the ingress saved')
      await queryClient.invalidateQueries({ queryKey: keys.domains })
    },
  })
  const form = useRefusedField(save.error)
  const part = { draft, set, disabled: !mayEdit, errorAt: (field: string) => fieldError(save.error, field) }
  return (
    <form
      ref={form}
      aria-label="Ingress"
      className="border-t border-line"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <PrimarySection part={part} saved={settings.primary_domain} />
      <FrontSection {...part} />
      <AcmeSection {...part} hasKey={base.has_acme_eab} />
      <SaveBar
        act="save the settings"
        isShown={Object.keys(update).length > 0}
        error={save.error}
        pending={save.isPending}
        note="Acts at once; connections stay."
        onDiscard={() => {
          discard()
          save.reset()
        }}
      >
        <ChangeList changes={ingressChangeWords(update, base)} />
      </SaveBar>
    </form>
  )
}

function PrimarySection({ part, saved }: { part: FormPart<IngressDraft>; saved: string | null }) {
  return (
    <Section title="Primary domain" about="The host name of this platform itself. No app can have it.">
      <div className="grid gap-4">
        <TextField
          label="Primary domain"
          mono
          maxLength={253}
          placeholder="panel.example.com"
          hint="Empty: none."
          {...textField(part, 'primary_domain')}
        />
        {saved !== null && part.draft.primary_domain.trim() === saved && (
          <DnsCheckView query={ingressCheckQuery(saved)} />
        )}
      </div>
    </Section>
  )
}

function FrontSection(part: FormPart<IngressDraft>) {
  return (
    <Section title="In front of it" about="How visitors reach the ingress from outside.">
      <div className="grid gap-4">
        <TextField
          label="Public HTTPS port"
          type="number"
          min={1}
          max={65535}
          placeholder="the one it listens on"
          hint="Written into https links to apps; 443 leaves it out. Set it where a router leads another port here."
          {...textField(part, 'public_https_port')}
        />
        <Choice
          type="checkbox"
          label="Another proxy in front takes TLS"
          hint="Then the ingress neither sends visitors to https nor gets certificates."
          checked={part.draft.tls_terminated_upstream}
          disabled={part.disabled}
          error={part.errorAt('tls_terminated_upstream')}
          onChange={({ target }) => part.set({ tls_terminated_upstream: target.checked })}
        />
        <TextAreaField
          label="Public addresses"
          placeholder={'203.0.113.7\n2001:db8::7'}
          hint="What DNS records of domains should point to, one a line. Empty: the public ones of the machine."
          {...textField(part, 'public_addresses')}
        />
      </div>
    </Section>
  )
}
