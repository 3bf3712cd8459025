// What waits for a deploy or restart: each setting as it runs and as it is saved, variables by name alone.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useQuery } from '@tanstack/react-query'
import { deployDiffQuery } from '../api/queries.ts'
import { DeployDiffList } from './deploy-diff.tsx'

export function PendingChanges({ app }: { app: App }) {
  const current = app.current_deploy_id
  // To what runs now from itself with the settings of now: that is what a restart would change.
  const { data: diff } = useQuery({
    ...deployDiffQuery(app.name, current ?? '', { as: 'rollback' }),
    enabled: current !== null,
  })
  if (!diff) {
    return (
      <p>
        Differs from what runs: <code className="text-ink">{app.pending.join(', ')}</code>.
      </p>
    )
  }
  const isPending = (field: string) => app.pending.some((name) => field === name || field.startsWith(`${name}.`))
  const image = { field: 'image', before: app.running_image, after: app.image }
  const fields = diff.fields.filter(({ field }) => field !== 'image' && field !== 'digest' && isPending(field))
  return (
    <DeployDiffList
      label="What waits"
      diff={{ fields: app.pending.includes('image') ? [image, ...fields] : fields, env: diff.env }}
    />
  )
}
