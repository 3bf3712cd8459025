// Where logs are forwarded to. It has a route and an ability of its own; what is masked stays as it is stored.
import type { App, LogDrain } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { fieldError } from '../../api/failure.ts'
import { appQuery, keys, useIdentity } from '../../api/queries.ts'
import { can } from '../../can.ts'
import { Section } from '../../components/section.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Pair, PairRows, pairsOf, recordOf } from '../pair-rows.tsx'
import { SaveBar } from '../save-bar.tsx'

interface DrainDraft {
  url: string
  headers: Pair[]
}

export function LogDrainForm({ app }: { app: App }) {
  const mayEdit = can.setSecrets(useIdentity())
  const queryClient = useQueryClient()
  const [edit, setEdit] = useState<DrainDraft>()
  const untouched = useMemo(() => drainDraft(app.log_drain), [app.log_drain])
  const draft = edit ?? untouched
  const set = (part: Partial<DrainDraft>) => setEdit({ ...draft, ...part })
  const isGone = draft.url.trim() === ''
  const save = useMutation({
    mutationFn: async () => {
      const params = { name: app.name }
      if (isGone) await api.appLogDrainDelete({ params })
      else await api.appLogDrainSet({ params, body: { url: draft.url.trim(), headers: recordOf(draft.headers) } })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: appQuery(app.name).queryKey })
      setEdit(undefined)
      toast(isGone ? 'Logs are not to be forwarded any more' : 'Log drain saved')
      await queryClient.invalidateQueries({ queryKey: keys.apps })
    },
  })
  const errorAt = (field: string) => fieldError(save.error, `log_drain.${field}`) ?? fieldError(save.error, field)
  return (
    <form
      aria-label="Log drain"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Section
        title="Log drain"
        about={`Where container logs are sent, over HTTP or syslog. The address is kept sealed.${
          mayEdit ? '' : ' Changing it needs write:sensitive.'
        }`}
      >
        <div className="grid gap-4">
          <TextField
            label="Address"
            mono
            maxLength={2000}
            pattern="\S+"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://logs.example.com/in"
            hint="https://, http://, syslog+tcp://host:port or syslog+udp://host:port. Empty: none. (hidden) stands for what is stored."
            value={draft.url}
            disabled={!mayEdit}
            error={errorAt('url')}
            onChange={(event) => set({ url: event.target.value })}
          />
          <div className="grid gap-1.5">
            <p className="font-strong">Headers</p>
            <PairRows
              what="header"
              keyLabel="Header"
              valueLabel="Header value"
              rows={draft.headers}
              onChange={(headers) => set({ headers })}
              disabled={!mayEdit}
            />
            <p className="text-small text-muted">Sent with every batch over HTTP, such as an Authorization.</p>
            <FieldError text={errorAt('headers')} />
          </div>
        </div>
      </Section>
      <SaveBar
        act="save the log drain"
        isShown={edit !== undefined && !isSameDraft(draft, untouched)}
        error={save.error}
        pending={save.isPending}
        note="Kept at once, without a deploy."
        onDiscard={() => setEdit(undefined)}
      />
    </form>
  )
}

function drainDraft(drain: LogDrain | null): DrainDraft {
  return { url: drain?.url ?? '', headers: pairsOf(Object.entries(drain?.headers ?? {})) }
}

function isSameDraft(a: DrainDraft, b: DrainDraft): boolean {
  const shape = ({ url, headers }: DrainDraft) => JSON.stringify([url, Object.entries(recordOf(headers)).sort()])
  return shape(a) === shape(b)
}
