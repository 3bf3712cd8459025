// A copy of an app under another name: where it goes, and beforehand what is copied and what is not.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { appClonePreviewQuery } from '../api/clone-queries.ts'
import { fieldError } from '../api/failure.ts'
import { appQuery, keys } from '../api/queries.ts'
import { CloneParts } from '../components/clone-parts.tsx'
import { Failure } from '../components/failure.tsx'
import { Section } from '../components/section.tsx'
import { paths } from '../paths.ts'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { CopySecrets } from './copy-secrets.tsx'
import { InlineForm } from './form.tsx'
import { type Place, PlaceFields } from './place-fields.tsx'

const route = getRouteApi('/shell/apps/$name/clone')
const nameShape = /^[a-z]([a-z0-9-]{0,46}[a-z0-9])?$/

export function AppClonePage() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  return app ? <CloneForm app={app} /> : null
}

function CloneForm({ app }: { app: App }) {
  const { environment } = route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const [place, setPlace] = useState<Place>({
    project_id: app.project_id,
    environment_id: environment ?? app.environment_id,
  })
  const [domains, setDomains] = useState('')
  const [isWithSecrets, setWithSecrets] = useState(false)
  const asked = typed !== undefined && nameShape.test(typed.trim()) ? typed.trim() : undefined
  const { data: preview, error, refetch } = useQuery(appClonePreviewQuery(app.name, asked))
  const newName = (typed ?? preview?.suggested_name ?? '').trim()
  const clone = useMutation({
    mutationFn: () =>
      api.appClone({
        params: { name: app.name },
        body: {
          new_name: newName,
          ...place,
          ...(domains.trim() ? { domains: linesOf(domains) } : {}),
          ...(isWithSecrets ? { copy_secret_values: true } : {}),
        },
      }),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: keys.apps })
      toast(`${made.name} is recorded. Deploy it when it is ready.`)
      await navigate({ to: paths.app, params: { name: made.name } })
    },
  })
  const isAsked = preview?.suggested_name === newName
  return (
    <InlineForm
      act="clone the app"
      submit="Clone"
      error={clone.error}
      pending={clone.isPending}
      disabled={newName === ''}
      onSubmit={() => clone.mutate()}
      onCancel={() => void navigate({ to: paths.app, params: { name: app.name } })}
      isPage
    >
      <Section title={`Clone ${app.name}`} about="The copy is recorded and not deployed: nothing runs by it.">
        <div className="grid gap-4">
          <TextField
            label="New name"
            mono
            required
            maxLength={48}
            pattern="[a-z]([a-z0-9\-]*[a-z0-9])?"
            autoComplete="off"
            spellCheck={false}
            value={typed ?? preview?.suggested_name ?? ''}
            error={fieldError(clone.error, 'new_name') ?? ((isAsked && preview?.name_problem) || undefined)}
            onChange={(event) => setTyped(event.target.value)}
          />
          <PlaceFields place={place} onChange={setPlace} errorAt={(field) => fieldError(clone.error, field)} />
          <TextAreaField
            label="Domains"
            value={domains}
            placeholder="staging.example.com"
            hint="One a line. Those of the source stay with it."
            error={fieldError(clone.error, 'domains')}
            onChange={(event) => setDomains(event.target.value)}
          />
          <CopySecrets checked={isWithSecrets} onChange={setWithSecrets} />
        </div>
      </Section>
      <Section title="What comes along" about="As the app is recorded now, edits that wait for a deploy included.">
        {error && <Failure error={error} act="tell what is copied" onRetry={() => void refetch()} />}
        {preview ? (
          <CloneParts preview={preview} isWithSecrets={isWithSecrets} />
        ) : (
          !error && <Skeleton className="h-24 w-full" />
        )}
      </Section>
    </InlineForm>
  )
}

export function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '')
}
