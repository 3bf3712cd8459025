// The layer that a variable comes from, in a word, leading to where it is edited.
import type { EnvLayer } from '@levelrail/contract/schemas/env.ts'
import { Link } from '@tanstack/react-router'
import { Badge } from '../ui/badge.tsx'

export const layerWords: Record<EnvLayer, string> = {
  organization: 'organization',
  project: 'project',
  environment: 'environment',
  integration: 'integration',
  app: 'app',
  app_secret: 'app secret',
  storage: 'storage',
  database: 'database',
}

export function LayerBadge({ layer, to }: { layer: EnvLayer; to?: string | undefined }) {
  const badge = <Badge>{layerWords[layer]}</Badge>
  if (!to) return badge
  return (
    <Link
      to={to}
      title={`Variables of the ${layerWords[layer]}`}
      className="rounded hover:text-accent-text hover:underline"
    >
      {badge}
    </Link>
  )
}
