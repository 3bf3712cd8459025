// What is refused for what it looks like.
import type { WafPreset } from '@levelrail/contract/schemas/rules.ts'
import { Section } from '../../components/section.tsx'
import { Choice, FieldError, TextAreaField } from '../../ui/field.tsx'
import { textField } from '../settings/settings-part.ts'
import type { RulesPart } from './rules-part.ts'

const presets: readonly { value: WafPreset; label: string; hint: string }[] = [
  { value: 'sql_injection', label: 'SQL injection', hint: 'Quotes with UNION SELECT, OR 1=1 and the like.' },
  { value: 'path_traversal', label: 'Path traversal', hint: '../ in all its spellings, /etc/passwd.' },
  { value: 'xss', label: 'Script injection', hint: '<script>, javascript: and event handlers.' },
  { value: 'scanners', label: 'Scanners', hint: 'Programs that look for known holes, by the name they give.' },
  { value: 'dot_files', label: 'Hidden files', hint: '/.git, /.env and others that begin with a dot.' },
]

export function FirewallRules(part: RulesPart) {
  const { draft, set, disabled, errorAt } = part
  return (
    <Section
      title="Firewall"
      about="Requests that look like an attack are answered 403. It stops the usual tools, not whoever knows it."
    >
      <div className="grid gap-4">
        <fieldset className="grid gap-2.5" disabled={disabled}>
          <legend className="pb-1.5 font-strong">Known attacks</legend>
          {presets.map(({ value, label, hint }) => (
            <Choice
              key={value}
              type="checkbox"
              label={label}
              hint={hint}
              disabled={disabled}
              checked={draft.presets.includes(value)}
              onChange={({ target }) => set({ presets: withOrWithout(draft.presets, value, target.checked) })}
            />
          ))}
          <FieldError text={errorAt('waf.presets')} />
        </fieldset>
        <TextAreaField
          label="Patterns of your own"
          placeholder="^/wp-(admin|login)"
          hint="Regular expressions, one a line, without look-arounds and back-references. Capitals do not matter."
          {...textField(part, 'patterns', 'waf.patterns')}
        />
      </div>
    </Section>
  )
}

/** In the order of the list above, so that ticking and unticking is no change. */
function withOrWithout(chosen: readonly WafPreset[], preset: WafPreset, isOn: boolean): WafPreset[] {
  return presets.map(({ value }) => value).filter((value) => (value === preset ? isOn : chosen.includes(value)))
}
