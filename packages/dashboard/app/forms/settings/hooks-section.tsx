// Commands that run once with every deploy: before the new version starts, and after it serves.
import { Section } from '../../components/section.tsx'
import { TextField } from '../../ui/field.tsx'
import { CommandLineField } from '../command-line-field.tsx'
import type { SettingsPart } from './settings-part.ts'

const hooks = [
  {
    name: 'pre_deploy',
    label: 'Before a deploy',
    hint: 'Run in the new image, such as to migrate a database. When it fails, the deploy stops.',
  },
  {
    name: 'post_deploy',
    label: 'After a deploy',
    hint: 'Run when the new version serves. When it fails, the deploy stays.',
  },
] as const

export function HooksSection({ draft, set, disabled, errorAt }: SettingsPart) {
  return (
    <Section
      title="Hooks"
      about="With the next deploy. Run as they stand, without a shell: for one, write /bin/sh -c '…'."
    >
      <div className="grid gap-5">
        {hooks.map(({ name, label, hint }) => (
          <fieldset key={name} className="grid gap-3">
            <CommandLineField
              label={label}
              hint={`${hint} Empty: none.`}
              placeholder="bin/migrate --all"
              value={draft[name].line}
              disabled={disabled}
              error={errorAt(`hooks.${name}.command`) ?? errorAt(`hooks.${name}`)}
              onChange={(line) => set({ [name]: { ...draft[name], line } })}
            />
            {draft[name].line.trim() !== '' && (
              <TextField
                label={`${label}: longest run (s)`}
                type="number"
                min={1}
                step="any"
                placeholder="600"
                className="max-w-60"
                hint="It is stopped after that. Empty: 600."
                value={draft[name].timeout}
                disabled={disabled}
                error={errorAt(`hooks.${name}.timeout`)}
                onChange={(event) => set({ [name]: { ...draft[name], timeout: event.target.value } })}
              />
            )}
          </fieldset>
        ))}
      </div>
    </Section>
  )
}
