// What is run in the container instead of what the image says.
import { Section } from '../../components/section.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { type SettingsPart, textField } from './settings-part.ts'

export function CommandSection(part: SettingsPart) {
  return (
    <Section title="Command" about="With the next deploy or restart. Empty: what the image says.">
      <div className="grid gap-4">
        <TextAreaField
          label="Entrypoint"
          hint="The program and its first arguments, one a line."
          {...textField(part, 'entrypoint')}
        />
        <TextAreaField
          label="Command"
          hint="Arguments after the entrypoint, one a line."
          {...textField(part, 'command')}
        />
      </div>
    </Section>
  )
}
