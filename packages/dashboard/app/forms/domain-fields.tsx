// How a domain is served, for adding one and for changing one.
import { ApiFailure } from '@levelrail/contract/client.ts'
import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import { hstsWords } from '../components/domain-state.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { numberOf, textOf } from './app-draft.ts'

export interface DomainDraft {
  port: string
  redirect_to: string
  http: AppDomain['http']
  hsts_seconds: number
  tls: AppDomain['tls']
}

export const usualDraft: DomainDraft = { port: '', redirect_to: '', http: 'auto', hsts_seconds: 0, tls: 'auto' }

export function domainDraft({ port, redirect_to, http, hsts_seconds, tls }: AppDomain): DomainDraft {
  return { port: port === null ? '' : String(port), redirect_to: redirect_to ?? '', http, hsts_seconds, tls }
}

export function domainOptions(draft: DomainDraft): Omit<AppDomain, 'domain'> {
  return { ...draft, port: numberOf(draft.port) ?? null, redirect_to: textOf(draft.redirect_to) }
}

const tlsChoices = [
  { value: 'auto', label: 'Whatever fits: uploaded, ACME, internal' },
  { value: 'acme', label: 'By ACME' },
  { value: 'internal', label: 'Internal authority' },
  { value: 'off', label: 'None: served without TLS' },
] as const

const httpChoices = [
  { value: 'auto', label: 'Sent to https once browsers trust the certificate' },
  { value: 'redirect', label: 'Always sent to https' },
  { value: 'serve', label: 'Answered as they are' },
] as const

const days = 86_400
const hstsChoices = [0, days, 30 * days, 365 * days, 730 * days]

interface DomainFieldsProps {
  draft: DomainDraft
  onChange: (draft: DomainDraft) => void
  error: unknown
}

export function DomainFields({ draft, onChange, error }: DomainFieldsProps) {
  const set = (part: Partial<DomainDraft>) => onChange({ ...draft, ...part })
  const spans = [...new Set([...hstsChoices, draft.hsts_seconds])].toSorted((one, other) => one - other)
  return (
    <>
      <SelectField
        label="Certificate"
        value={draft.tls}
        options={tlsChoices}
        error={optionError(error, 'tls')}
        onChange={(tls) => set({ tls })}
      />
      <SelectField
        label="Requests without TLS"
        value={draft.http}
        options={httpChoices}
        error={optionError(error, 'http')}
        onChange={(http) => set({ http })}
      />
      <SelectField
        label="Browsers remember https (HSTS)"
        hint="For that long they ask for nothing else, also when you change your mind."
        value={String(draft.hsts_seconds)}
        options={spans.map((seconds) => ({ value: String(seconds), label: hstsWords(seconds) }))}
        error={optionError(error, 'hsts_seconds')}
        onChange={(seconds) => set({ hsts_seconds: Number(seconds) })}
      />
      <TextField
        label="Leads to another host"
        mono
        maxLength={253}
        autoComplete="off"
        spellCheck={false}
        placeholder="example.com"
        hint="Requests are sent there (308) with path and query. Empty: the app answers."
        error={optionError(error, 'redirect_to')}
        value={draft.redirect_to}
        onChange={(event) => set({ redirect_to: event.target.value })}
      />
      <TextField
        label="Port of the app"
        type="number"
        min={1}
        max={65535}
        placeholder="the app’s own"
        hint="Empty: the port in the settings of the app."
        error={optionError(error, 'port')}
        value={draft.port}
        onChange={(event) => set({ port: event.target.value })}
      />
    </>
  )
}

/** Refusals name the list, the domain, and then the option. */
function optionError(error: unknown, option: keyof DomainDraft): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  const words = error.message.replace(/^domains: ("[^"]*": )?/, '')
  return words.startsWith(option) ? `${words}.` : undefined
}
