// Variables of the app: plain ones as rows, secrets by name alone. Both count from the next deploy or restart on.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api } from '../api/client.ts'
import { appQuery, keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { ChangeList } from '../components/change-list.tsx'
import { PendingCard } from '../components/pending-card.tsx'
import { changesBetween } from '../forms/app-draft.ts'
import { AppSecrets } from '../forms/app-secrets.tsx'
import { type Pair, PairRows, pairsOf, recordOf } from '../forms/pair-rows.tsx'
import { SaveBar } from '../forms/save-bar.tsx'
import { envKeyPattern } from '../forms/spec-fields.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/shell/apps/$name')

export function AppVariables() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  if (!app) return null
  return (
    <>
      <PendingCard app={app} />
      <EnvForm key={app.name} app={app} />
      <AppSecrets app={app} />
    </>
  )
}

function EnvForm({ app }: { app: App }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Pair[]>()
  const untouched = useMemo(() => pairsOf(Object.entries(app.env)), [app.env])
  const rows = draft ?? untouched
  const env = recordOf(rows)
  const changes = changesBetween(app.env, env)
  const mayEdit = can.editApps(who)
  const save = useMutation({
    mutationFn: () => api.appUpdate({ params: { name: app.name }, body: { env } }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(appQuery(app.name).queryKey, saved)
      setDraft(undefined)
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
      <div className="grid max-w-3xl gap-3 px-6 py-5 max-shell:px-4">
        <div>
          <h2 className="font-strong">Variables</h2>
          <p className="text-muted">Plain values: everybody who may read sees them.</p>
        </div>
        {rows.length === 0 && <p className="text-faint">None yet.</p>}
        <PairRows
          what="variable"
          keyLabel="Name"
          valueLabel="Value"
          keyPattern={envKeyPattern}
          keyHint="Letters, digits and _, not beginning with a digit"
          takesEnvText
          rows={rows}
          onChange={setDraft}
          disabled={!mayEdit}
        />
      </div>
      <SaveBar
        act="save the variables"
        isShown={changes.length > 0}
        error={save.error}
        pending={save.isPending}
        note="Takes effect with the next deploy or restart."
        onDiscard={() => setDraft(undefined)}
      >
        <ChangeList changes={changes} />
      </SaveBar>
    </form>
  )
}
