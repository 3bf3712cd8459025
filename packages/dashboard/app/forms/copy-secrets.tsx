// Whether a clone gets the values of secrets too, which only those decide who may set them.
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Choice } from '../ui/field.tsx'

export function CopySecrets({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const mayCopy = can.setSecrets(useIdentity())
  return (
    <Choice
      type="checkbox"
      label="Copy the values of secrets"
      hint={
        mayCopy
          ? 'Otherwise their names are copied, and the first deploy says which required ones have no value yet.'
          : 'Needs the ability write:sensitive. Their names are copied.'
      }
      disabled={!mayCopy}
      checked={checked && mayCopy}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
