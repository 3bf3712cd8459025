// From where the app may be reached.
import { Section } from '../../components/section.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { textField } from '../settings/settings-part.ts'
import type { RulesPart } from './rules-part.ts'

export function AddressRules(part: RulesPart) {
  return (
    <Section
      title="Addresses"
      about="IPv4 and IPv6 addresses or networks, one a line. Whoever is not let in is answered 403."
    >
      <div className="grid gap-4">
        <TextAreaField
          label="Allowed"
          placeholder={'192.0.2.7\n10.0.0.0/8'}
          hint="Only these get in. Empty: everybody."
          {...textField(part, 'ip_allow')}
        />
        <TextAreaField
          label="Refused"
          placeholder="2001:db8::/32"
          hint="These stay out, also where they are allowed above."
          {...textField(part, 'ip_deny')}
        />
      </div>
    </Section>
  )
}
