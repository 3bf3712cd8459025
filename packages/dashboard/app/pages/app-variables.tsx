// Variables of the app: what it gets from all layers and what of it runs, its own plain ones as rows, its secrets by
// name alone. All count from the next deploy or restart on.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api } from '../api/client.ts'
import { effectiveEnvQuery } from '../api/project-queries.ts'
import { appQuery, keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { EffectiveEnv } from '../components/effective-env.tsx'
import { LayerBadge, layerWords } from '../components/layer-badge.tsx'
import { PendingCard } from '../components/pending-card.tsx'
import { AppSecrets } from '../forms/app-secrets.tsx'
import { envEdits, layersAround } from '../forms/env-draft.ts'
import { EnvSaveBar } from '../forms/env-save-bar.tsx'
import { type Pair, pairsOf, recordOf, VariableRows } from '../forms/pair-rows.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/shell/apps/$name')

export function AppVariables() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  if (!app) return null
  return (
    <>
      <PendingCard app={app} />
      <EffectiveEnv app={app} />
      <EnvForm key={app.name} app={app} />
      <AppSecrets app={app} />
    </>
  )
}

function EnvForm({ app }: { app: App }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const { data: effective = [] } = useQuery(effectiveEnvQuery(app.name))
  /** With the variables as they were when the edit began: only what was touched here is sent. */
  const [edit, setEdit] = useState<{ rows: Pair[]; base: App['env'] }>()
  const untouched = useMemo(() => pairsOf(Object.entries(app.env)), [app.env])
  const { rows, base } = edit ?? { rows: untouched, base: app.env }
  const edits = envEdits(base, recordOf(rows))
  const save = useMutation({
    mutationFn: () =>
      api.appEnvUpdate({
        params: { name: app.name },
        body: Object.fromEntries(edits.map(({ key, after }) => [key, after ?? null])),
      }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(appQuery(app.name).queryKey, saved)
      setEdit(undefined)
      toast('Variables saved')
      await queryClient.invalidateQueries({ queryKey: keys.apps })
    },
  })
  const around = (key: string) => layersAround(effective.find((variable) => variable.key === key))
  return (
    <form
      aria-label="Variables"
      className="-mt-px border-t border-line"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <div className="grid max-w-3xl gap-3 px-6 py-5 max-shell:px-4">
        <div>
          <h2 className="font-strong">Variables of the app</h2>
          <p className="text-muted">Plain values: everybody who may read sees them. They win over shared ones.</p>
        </div>
        {rows.length === 0 && <p className="text-faint">None yet.</p>}
        <VariableRows
          rows={rows}
          onChange={(next) => setEdit({ rows: next, base })}
          noteOn={(key) => <LayerNote {...around(key)} />}
          disabled={!can.editApps(who)}
        />
      </div>
      <EnvSaveBar
        edits={edits}
        save={save}
        note="Takes effect with the next deploy or restart."
        onDiscard={() => setEdit(undefined)}
        withoutIt={(key) => {
          const [next] = around(key).below
          return next && `what the ${layerWords[next]} shares`
        }}
      />
    </form>
  )
}

/** Under a variable of the app that meets one of the same name in another layer. */
function LayerNote({ below, above }: ReturnType<typeof layersAround>) {
  if (above)
    return (
      <p className="flex items-center gap-1.5 text-small text-muted">
        Not what the app gets: <LayerBadge layer={above} /> wins.
      </p>
    )
  if (below.length === 0) return null
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-small text-muted">
      Wins over
      {below.map((layer) => (
        <LayerBadge key={layer} layer={layer} />
      ))}
    </p>
  )
}
