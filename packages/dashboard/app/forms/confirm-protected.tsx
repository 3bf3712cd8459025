// The second yes that a deploy into a protected environment needs.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import { useState } from 'react'
import { usePlace } from '../api/project-queries.ts'
import { Choice } from '../ui/field.tsx'

interface ConfirmProtectedProps {
  environment: Environment
  isConfirmed: boolean
  onChange: (isConfirmed: boolean) => void
}

export function ConfirmProtected({ environment, isConfirmed, onChange }: ConfirmProtectedProps) {
  return (
    <Choice
      type="checkbox"
      label={`Yes, deploy to ${environment.name}`}
      hint="This environment is protected: deploys and rollbacks into it need a confirmation."
      checked={isConfirmed}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** For a dialog that deploys an app: the field where one is needed, whether it is missing, and what goes into the body. */
export function useConfirm(app: App) {
  const { environment } = usePlace(app)
  const [isConfirmed, setConfirmed] = useState(false)
  const needed = environment?.protected === true
  return {
    field: needed && <ConfirmProtected environment={environment} isConfirmed={isConfirmed} onChange={setConfirmed} />,
    isMissing: needed && !isConfirmed,
    body: needed && isConfirmed ? { confirm: true } : {},
  }
}
