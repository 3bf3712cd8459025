// Settings of the app: what a person may edit, what that changes, and what needs a deploy. Removal at the end.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { fieldError } from '../api/failure.ts'
import { appQuery, keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { AppPlace } from '../components/app-place.tsx'
import { ChangeList } from '../components/change-list.tsx'
import { PendingCard } from '../components/pending-card.tsx'
import { Section } from '../components/section.tsx'
import { AppDelete } from '../forms/app-delete.tsx'
import { changesBetween, draftOf, updateOf } from '../forms/app-draft.ts'
import { AppMove } from '../forms/app-move.tsx'
import { SaveBar } from '../forms/save-bar.tsx'
import { allSections } from '../forms/settings/all-sections.ts'
import { effectWords } from '../forms/settings/effect-words.ts'
import { LogDrainForm } from '../forms/settings/log-drain.tsx'
import { useDraft } from '../hooks/use-draft.ts'
import { useRefusedField } from '../hooks/use-refused-field.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

const route = getRouteApi('/shell/apps/$name')

export function AppSettings() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  if (!app) return null
  return (
    <>
      <PendingCard app={app} />
      <SettingsForm key={app.name} app={app} />
      <LogDrainForm key={`${app.name} drain`} app={app} />
      <Filing app={app} />
      <Removal app={app} />
    </>
  )
}

function SettingsForm({ app }: { app: App }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const { draft, base, set, discard } = useDraft(app, draftOf)
  const update = updateOf(draft, base)
  const changed = Object.keys(update)
  const before = Object.fromEntries(Object.entries(base).filter(([field]) => field in update))
  const save = useMutation({
    mutationFn: () => api.appUpdate({ params: { name: app.name }, body: update }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(appQuery(app.name).queryKey, saved)
      discard()
      toast('Settings saved')
      await queryClient.invalidateQueries({ queryKey: keys.apps })
    },
  })
  const form = useRefusedField(save.error)
  return (
    <form
      ref={form}
      aria-label="Settings"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      {Object.entries(allSections).map(([key, Part]) => (
        <Part
          key={key}
          draft={draft}
          set={set}
          disabled={!can.editApps(who)}
          errorAt={(field) => fieldError(save.error, field)}
        />
      ))}
      <SaveBar
        act="save the settings"
        isShown={changed.length > 0}
        error={save.error}
        pending={save.isPending}
        note={effectWords(changed)}
        onDiscard={() => {
          discard()
          save.reset()
        }}
      >
        <ChangeList changes={changesBetween(before, update)} />
      </SaveBar>
    </form>
  )
}

function Filing({ app }: { app: App }) {
  const who = useIdentity()
  const [isOpen, setOpen] = useState(false)
  const isFiled = app.project_id !== '' || app.environment_id !== ''
  return (
    <Section title="Project and environment" about="Whose variables it shares. Moving it touches no container.">
      <div className="flex flex-wrap items-center gap-4">
        {isFiled ? <AppPlace app={app} /> : <span className="text-muted">In no project</span>}
        {can.editApps(who) && <Button onClick={() => setOpen(true)}>Move {app.name}</Button>}
      </div>
      {isOpen && <AppMove app={app} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Removal({ app }: { app: App }) {
  const who = useIdentity()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title="Delete the app" about="Its containers, deploys, variables and secrets go; its volumes stay.">
      <Button
        look="danger"
        disabled={!can.editApps(who)}
        title={can.editApps(who) ? undefined : 'Needs the ability write'}
        onClick={() => setOpen(true)}
      >
        Delete {app.name}
      </Button>
      {isOpen && <AppDelete app={app} onCancel={() => setOpen(false)} />}
    </Section>
  )
}
