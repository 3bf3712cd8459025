// Certificates from a certificate authority: which one, who it writes to, and the account that it may ask for.
import { Section } from '../components/section.tsx'
import { Choice, PasswordField, SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import type { IngressDraft } from './ingress-draft.ts'
import { type FormPart, textField } from './settings/settings-part.ts'

const authorities = [
  { value: 'https://acme-v02.api.letsencrypt.org/directory', label: 'Let’s Encrypt' },
  { value: 'https://acme-staging-v02.api.letsencrypt.org/directory', label: 'Let’s Encrypt staging, for trying out' },
  { value: 'https://acme.zerossl.com/v2/DV90', label: 'ZeroSSL' },
  { value: 'https://dv.acme-v02.api.pki.goog/directory', label: 'Google Trust Services' },
] as const

const choices = [...authorities, { value: 'other', label: 'Another one' }] as const

export function AcmeSection({ hasKey, ...part }: FormPart<IngressDraft> & { hasKey: boolean }) {
  const { draft, set, disabled, errorAt } = part
  const known = authorities.find(({ value }) => value === draft.acme_directory_url)
  return (
    <Section
      title="Certificates"
      about="From a public authority by ACME, renewed long before they end. Without it, domains have certificates of the internal authority, which browsers do not trust by themselves."
    >
      <div className="grid gap-4">
        <Choice
          type="checkbox"
          label="Get certificates by ACME"
          hint="By turning it on you accept the terms of the certificate authority, on behalf of whoever runs this platform."
          checked={draft.acme_enabled}
          disabled={disabled}
          error={errorAt('acme_enabled')}
          onChange={({ target }) => set({ acme_enabled: target.checked })}
        />
        <TextField
          label="E-mail address"
          type="email"
          maxLength={254}
          placeholder="ops@example.com"
          hint="The authority writes there when something is wrong with a certificate."
          required={draft.acme_enabled}
          {...textField(part, 'acme_email')}
        />
        <SelectField
          label="Certificate authority"
          value={known?.value ?? 'other'}
          options={choices}
          disabled={disabled}
          onChange={(value) => set({ acme_directory_url: value === 'other' ? '' : value })}
        />
        <TextField
          label="Directory"
          mono
          required
          maxLength={500}
          placeholder="https://ca.example.com/acme/directory"
          hint="Where its ACME directory is."
          {...textField(part, 'acme_directory_url')}
        />
        <details className="grid gap-4" open={draft.acme_eab_key_id !== '' || draft.acme_ca_certificate !== ''}>
          <summary className="w-fit rounded-sm font-strong text-muted hover:text-ink">
            Account binding and private authorities
          </summary>
          <div className="grid gap-4 pt-4">
            <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
              <TextField
                label="Key id"
                mono
                maxLength={500}
                hint="External account binding (EAB), where the authority gave you one."
                {...textField(part, 'acme_eab_key_id')}
              />
              <PasswordField
                label="HMAC key"
                maxLength={1000}
                pattern="[A-Za-z0-9_+\/=\-]+"
                title="The key in base64"
                placeholder={hasKey ? 'stays as it is' : ''}
                hint="In base64; never shown again."
                {...textField(part, 'acme_eab_hmac_key')}
                autoComplete="new-password"
              />
            </div>
            <TextAreaField
              label="Certificate of the authority’s server"
              rows={4}
              placeholder="-----BEGIN CERTIFICATE-----"
              hint="PEM, where the directory itself is signed by an authority of yours. Empty trusts the public ones."
              {...textField(part, 'acme_ca_certificate')}
            />
          </div>
        </details>
      </div>
    </Section>
  )
}
