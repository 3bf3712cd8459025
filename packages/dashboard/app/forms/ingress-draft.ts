// The settings of the ingress as a form holds them, and back; and what differs, in words.
import type { IngressSettings, IngressSettingsUpdate } from '@levelrail/contract/schemas/ingress-settings.ts'
import type { Change } from '../components/change-list.tsx'
import { changesBetween, isSame, numberOf, textOf } from './app-draft.ts'

export interface IngressDraft {
  primary_domain: string
  public_https_port: string
  tls_terminated_upstream: boolean
  public_addresses: string
  acme_enabled: boolean
  acme_email: string
  acme_directory_url: string
  acme_eab_key_id: string
  acme_eab_hmac_key: string
  acme_ca_certificate: string
}

export function ingressDraft(settings: IngressSettings): IngressDraft {
  return {
    primary_domain: settings.primary_domain ?? '',
    public_https_port: settings.public_https_port === 0 ? '' : String(settings.public_https_port),
    tls_terminated_upstream: settings.tls_terminated_upstream,
    public_addresses: settings.public_addresses.join('\n'),
    acme_enabled: settings.acme_enabled,
    acme_email: settings.acme_email,
    acme_directory_url: settings.acme_directory_url,
    acme_eab_key_id: settings.acme_eab_key_id,
    acme_eab_hmac_key: '',
    acme_ca_certificate: settings.acme_ca_certificate,
  }
}

/** Only what differs: the route leaves the rest as it is. */
export function ingressUpdate(draft: IngressDraft, base: IngressSettings): IngressSettingsUpdate {
  const wanted = {
    primary_domain: textOf(draft.primary_domain),
    public_https_port: numberOf(draft.public_https_port) ?? 0,
    tls_terminated_upstream: draft.tls_terminated_upstream,
    public_addresses: draft.public_addresses.split(/[\s,]+/).filter(Boolean),
    acme_enabled: draft.acme_enabled,
    acme_email: draft.acme_email.trim(),
    acme_directory_url: draft.acme_directory_url.trim(),
    acme_eab_key_id: draft.acme_eab_key_id.trim(),
    acme_ca_certificate: draft.acme_ca_certificate.trim(),
  } satisfies IngressSettingsUpdate
  const before = new Map<string, unknown>(Object.entries(base))
  const changed = Object.entries(wanted).filter(([field, value]) => !isSame(before.get(field), value))
  const key = draft.acme_eab_hmac_key.trim()
  return { ...Object.fromEntries(changed), ...(key === '' ? {} : { acme_eab_hmac_key: key }) }
}

export function ingressChangeWords(update: IngressSettingsUpdate, base: IngressSettings): Change[] {
  const before = Object.fromEntries(Object.entries(base).filter(([field]) => field in update))
  const hidden = update.acme_eab_hmac_key === undefined ? {} : { acme_eab_hmac_key: 'a new one' }
  return changesBetween(shortened(before), shortened({ ...update, ...hidden }))
}

/** Whole certificates would hide the other changes. */
function shortened<Part extends { acme_ca_certificate?: string }>(part: Part): Part {
  return part.acme_ca_certificate ? { ...part, acme_ca_certificate: 'a certificate' } : part
}
