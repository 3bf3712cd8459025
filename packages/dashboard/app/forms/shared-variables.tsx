// Variables and secrets that an organization, a project or an environment shares with its apps.
import type { SharedVariable } from '@levelrail/contract/schemas/env.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sharedEnvQuery, type Tier, tiers } from '../api/project-queries.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { EnvExport } from '../components/env-export.tsx'
import { Failure } from '../components/failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { envEdits, withEdits } from './env-draft.ts'
import { EnvSaveBar } from './env-save-bar.tsx'
import { type Pair, pairsOf, recordOf, VariableRows } from './pair-rows.tsx'
import { SharedSecrets } from './shared-secrets.tsx'

interface SharedVariablesProps {
  tier: Tier
  owner: { id: string; name: string }
  /** Names of the apps that get them. */
  apps: readonly string[] | undefined
}

export function SharedVariables({ tier, owner, apps }: SharedVariablesProps) {
  const { data: variables, error, refetch } = useQuery(sharedEnvQuery(tier, owner.id))
  if (error && !variables)
    return (
      <div className="px-6 py-4 max-shell:px-4">
        <Failure error={error} act="load the variables" onRetry={() => void refetch()} />
      </div>
    )
  if (!variables)
    return (
      <div className="grid max-w-3xl gap-4 px-6 py-6 max-shell:px-4">
        <Skeleton className="w-40" />
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
      </div>
    )
  return (
    <>
      <PlainVariables key={owner.id} tier={tier} owner={owner} apps={apps} variables={variables} />
      <SharedSecrets tier={tier} owner={owner} variables={variables} />
    </>
  )
}

function PlainVariables({ tier, owner, apps, variables }: SharedVariablesProps & { variables: SharedVariable[] }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  /** With the variables as they were when the edit began. */
  const [edit, setEdit] = useState<{ rows: Pair[]; base: Record<string, string> }>()
  const [untouched, setUntouched] = useState({ variables, rows: rowsOf(variables) })
  if (untouched.variables !== variables) setUntouched({ variables, rows: rowsOf(variables) })
  const { rows, base } = edit ?? { rows: untouched.rows, base: plainOf(variables) }
  const edits = envEdits(base, recordOf(rows))
  const save = useMutation({
    mutationFn: async () => {
      const latest = await tiers[tier].all({ params: { id: owner.id } })
      return tiers[tier].replace({ params: { id: owner.id }, body: withEdits(plainOf(latest), edits) })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.sharedEnv })
      setEdit(undefined)
      toast('Variables saved')
      await queryClient.invalidateQueries({ queryKey: keys.apps })
    },
  })
  return (
    <form
      aria-label="Variables"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <div className="flex items-start justify-between gap-3 px-6 pt-5 pb-3 max-shell:px-4">
        <div>
          <h2 className="font-strong">Variables of the {tier}</h2>
          <p className="text-muted">
            Plain values: everybody who may read sees them. <Getting apps={apps} />
          </p>
        </div>
        <EnvExport of={owner.name} variables={variables} />
      </div>
      <div className="grid max-w-3xl gap-3 px-6 pb-5 max-shell:px-4">
        {rows.length === 0 && <p className="text-faint">None yet.</p>}
        <VariableRows
          rows={rows}
          onChange={(next) => setEdit({ rows: next, base })}
          disabled={!can.editProjects(who)}
        />
      </div>
      <EnvSaveBar
        edits={edits}
        save={save}
        note="Each app takes them with its next deploy or restart."
        onDiscard={() => setEdit(undefined)}
      />
    </form>
  )
}

function Getting({ apps }: { apps: readonly string[] | undefined }) {
  if (!apps) return null
  if (apps.length === 0) return 'No app gets them yet.'
  const some = apps.slice(0, 5).join(', ')
  const more = apps.length > 5 ? ` and ${apps.length - 5} more` : ''
  return `${apps.length === 1 ? '1 app gets' : `${apps.length} apps get`} them: ${some}${more}.`
}

function plainOf(variables: readonly SharedVariable[]): Record<string, string> {
  return Object.fromEntries(variables.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])))
}

function rowsOf(variables: readonly SharedVariable[]): Pair[] {
  return pairsOf(Object.entries(plainOf(variables)))
}
