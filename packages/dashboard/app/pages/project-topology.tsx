// A project as a picture: apps by environment, their domains and volumes, and how they are, live.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { useMemo } from 'react'
import { allAppsQuery, topologyQuery, useEnvironments } from '../api/project-queries.ts'
import { Failure } from '../components/failure.tsx'
import { TopologyCanvas } from '../components/topology-canvas.tsx'
import { layoutTopology } from '../components/topology-layout.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/shell/projects/$projectId')

export function ProjectTopology() {
  const { projectId } = route.useParams()
  const { data: topology, error, refetch } = useQuery(topologyQuery(projectId))
  const { data: environments } = useEnvironments(projectId)
  const { data: apps = [] } = useQuery(allAppsQuery({ project_id: projectId }))
  const picture = useMemo(
    () => topology && environments && layoutTopology(topology, environments),
    [topology, environments],
  )
  if (error && !topology)
    return (
      <div className="px-6 py-4 max-shell:px-4">
        <Failure error={error} act="draw the project" onRetry={() => void refetch()} />
      </div>
    )
  if (!picture) return <Skeleton className="h-80" />
  if (picture.nodes.length === 0)
    return (
      <EmptyState
        icon={<Waypoints className="size-4" aria-hidden="true" />}
        title="Nothing to draw yet"
        body="Once apps are in the project, they are drawn here with their domains and volumes."
      />
    )
  return (
    <>
      <TopologyCanvas key={projectId} label="Topology" picture={picture} apps={apps} />
      <p className="px-6 py-2 text-small text-faint max-shell:px-4">
        Drag to move, wheel or + and − to zoom, 0 to fit. Solid lines bring requests, dashed ones keep data.
      </p>
    </>
  )
}
