// What a deploy would change of what runs, as the server sees it, before anybody decides.
import { useQuery } from '@tanstack/react-query'
import { type DeployDiffQuery, deployDiffQuery } from '../api/queries.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { DeployDiffList } from './deploy-diff.tsx'
import { Failure } from './failure.tsx'

export function DiffPreview({ app, deployId, query }: { app: string; deployId: string; query: DeployDiffQuery }) {
  const { data: diff, error, refetch } = useQuery(deployDiffQuery(app, deployId, query))
  return (
    <section aria-label="Preview" className="grid gap-2">
      <h3 className="font-strong">What will change</h3>
      {error && <Failure error={error} act="compare with what runs" onRetry={() => void refetch()} />}
      {diff ? <DeployDiffList diff={diff} /> : !error && <Skeleton className="h-16 w-full" />}
    </section>
  )
}
