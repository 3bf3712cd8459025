// What a replica may use of the machine.
import { Section } from '../../components/section.tsx'
import { TextField } from '../../ui/field.tsx'
import { memoryHint } from '../spec-fields.tsx'
import { type SettingsPart, textField } from './settings-part.ts'

const limits = [
  { name: 'memory', label: 'Memory limit', placeholder: '512Mi', hint: memoryHint },
  { name: 'cpu', label: 'CPU limit', placeholder: '0.5', hint: 'Number of CPUs. Empty: no limit.' },
  { name: 'swap', label: 'Swap', placeholder: '256Mi', hint: 'On top of memory; needs a memory limit.' },
  { name: 'cpuset', label: 'CPU set', placeholder: '0-1,3', hint: 'Which CPUs it may use. Empty: all.' },
] as const

export function ResourcesSection(part: SettingsPart) {
  return (
    <Section title="Resources" about="For each replica. Limits change at once, in the containers that run.">
      <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
        {limits.map(({ name, ...words }) => (
          <TextField key={name} mono {...words} {...textField(part, name, `resources.${name}`)} />
        ))}
      </div>
    </Section>
  )
}
