// The three roles with what each may do.
import { type Role, roles } from '@levelrail/contract/ability.ts'
import { roleWords } from '../components/words.ts'
import { Choice } from '../ui/field.tsx'

export function RoleField({
  value,
  onChange,
  disabled,
}: {
  value: Role
  onChange: (role: Role) => void
  disabled?: boolean
}) {
  return (
    <fieldset className="grid gap-2" disabled={disabled}>
      <legend className="pb-1.5 font-strong">Role</legend>
      {roles.map((role) => (
        <Choice
          key={role}
          type="radio"
          name="role"
          label={role.charAt(0).toUpperCase() + role.slice(1)}
          hint={roleWords[role]}
          checked={value === role}
          onChange={() => onChange(role)}
        />
      ))}
    </fieldset>
  )
}
