// A copy of an environment with its variables and apps, all or nothing: names and domains of the copies, and beforehand
// what is copied and what is not.
import type { AppClonePreview, EnvironmentClone, EnvironmentClonePreview } from '@levelrail/contract/schemas/clones.ts'
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { environmentClonePreviewQuery } from '../api/clone-queries.ts'
import { fieldError } from '../api/failure.ts'
import { environmentQuery } from '../api/project-queries.ts'
import { keys } from '../api/queries.ts'
import { partWords } from '../components/clone-parts.tsx'
import { CloneResult } from '../components/clone-result.tsx'
import { Failure } from '../components/failure.tsx'
import { Section } from '../components/section.tsx'
import { paths } from '../paths.ts'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { linesOf } from './app-clone.tsx'
import { CopySecrets } from './copy-secrets.tsx'
import { InlineForm } from './form.tsx'

const route = getRouteApi('/shell/projects/$projectId/environments/$environmentId/clone')

/** What was typed for the copy of an app; what was not is as suggested. */
interface Typed {
  name?: string
  domains?: string
}

export function EnvironmentClonePage() {
  const { environmentId } = route.useParams()
  const { data: environment } = useQuery(environmentQuery(environmentId))
  return environment ? <CloneForm environment={environment} /> : null
}

function CloneForm({ environment }: { environment: Environment }) {
  const { id, project_id: projectId } = environment
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [name, setName] = useState(`${environment.name}-copy`)
  const [isWithSecrets, setWithSecrets] = useState(false)
  const [typed, setTyped] = useState<Record<string, Typed>>({})
  const { data: preview, error, refetch } = useQuery(environmentClonePreviewQuery(id, name))
  const clone = useMutation({
    mutationFn: () => api.environmentClone({ params: { id }, body: bodyOf(name, isWithSecrets, typed) }),
    onSuccess: () =>
      Promise.all(
        [keys.apps, keys.environments, keys.sharedEnv].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
  if (clone.data) return <CloneResult cloned={clone.data} />
  const apps = preview?.apps ?? []
  return (
    <InlineForm
      act="clone the environment"
      submit={apps.length === 1 ? 'Clone with 1 app' : `Clone with ${apps.length} apps`}
      error={clone.error}
      pending={clone.isPending}
      disabled={!preview || preview.hidden_apps > 0}
      onSubmit={() => clone.mutate()}
      onCancel={() => void navigate({ to: paths.environment, params: { projectId, environmentId: id } })}
      isPage
    >
      <Section
        title={`Clone ${environment.name}`}
        about="All of it is recorded, or nothing. Nothing is deployed: what runs is not touched."
      >
        <div className="grid gap-4">
          <TextField
            label="Name of the new environment"
            required
            maxLength={100}
            autoComplete="off"
            value={name}
            error={fieldError(clone.error, 'new_environment_name') ?? preview?.name_problem ?? undefined}
            onChange={(event) => setName(event.target.value)}
          />
          <CopySecrets checked={isWithSecrets} onChange={setWithSecrets} />
        </div>
      </Section>
      {error && (
        <div className="px-6 py-4 max-shell:px-4">
          <Failure error={error} act="tell what is copied" onRetry={() => void refetch()} />
        </div>
      )}
      <Section title="The environment itself" about="What it shares with its apps.">
        {preview ? <Shared preview={preview} isWithSecrets={isWithSecrets} /> : <Skeleton className="h-16 w-full" />}
      </Section>
      <Section
        title="Apps"
        about="Each with its settings and tasks, under a name of its own. Volumes start empty; domains stay with the source."
      >
        {preview && preview.hidden_apps > 0 && (
          <Notice tone="bad" title={`${preview.hidden_apps} apps of it are not yours to touch`}>
            Somebody who may touch all of its apps can clone it.
          </Notice>
        )}
        <ul aria-label="Apps to clone" className="grid gap-5">
          {apps.map((app) => (
            <AppRow
              key={app.source_app}
              app={app}
              isWithSecrets={isWithSecrets}
              typed={typed[app.source_app] ?? {}}
              onType={(part) => setTyped({ ...typed, [app.source_app]: { ...typed[app.source_app], ...part } })}
            />
          ))}
        </ul>
        {preview?.apps.length === 0 && <p className="text-muted">No app is in it.</p>}
      </Section>
    </InlineForm>
  )
}

function Shared({ preview, isWithSecrets }: { preview: EnvironmentClonePreview; isWithSecrets: boolean }) {
  const lines = [
    ['Variables', preview.shared_env_keys],
    [isWithSecrets ? 'Secrets' : 'Secrets, without their values', preview.shared_secret_keys],
  ] as const
  return (
    <dl className="grid gap-3">
      {lines.map(([title, names]) => (
        <div key={title} className="grid gap-1">
          <dt className="font-strong">{title}</dt>
          <dd className="wrap-anywhere text-muted">
            {names.length === 0 ? 'None.' : <code className="text-ink">{names.join(', ')}</code>}
          </dd>
        </div>
      ))}
      {preview.protected && <p className="text-muted">The copy is protected too: its deploys need a confirmation.</p>}
    </dl>
  )
}

interface AppRowProps {
  app: AppClonePreview
  isWithSecrets: boolean
  typed: Typed
  onType: (part: Typed) => void
}

function AppRow({ app, isWithSecrets, typed, onType }: AppRowProps) {
  const left = app.left.filter((part) => !(isWithSecrets && part === 'secret_values'))
  const facts = [
    app.image || 'no image yet',
    ...(app.declared_secrets.length > 0 ? [`secrets ${app.declared_secrets.join(', ')}`] : []),
    ...(app.scheduled_task_count > 0 ? [`${app.scheduled_task_count} scheduled`] : []),
  ]
  return (
    <li className="grid gap-2 border-b border-line pb-5 last:border-0 last:pb-0">
      <h3 className="wrap-anywhere">
        <code className="font-strong">{app.source_app}</code>{' '}
        <span className="text-small text-muted">{facts.join(' · ')}</span>
      </h3>
      <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
        <TextField
          label={`Name of the copy of ${app.source_app}`}
          mono
          required
          maxLength={63}
          pattern="[a-z]([a-z0-9\-]*[a-z0-9])?"
          autoComplete="off"
          spellCheck={false}
          value={typed.name ?? app.suggested_name}
          error={(typed.name === undefined && app.name_problem) || undefined}
          onChange={(event) => onType({ name: event.target.value })}
        />
        <TextField
          label={`Domains of the copy of ${app.source_app}`}
          mono
          autoComplete="off"
          spellCheck={false}
          value={typed.domains ?? ''}
          placeholder="none"
          onChange={(event) => onType({ domains: event.target.value })}
        />
      </div>
      {left.length > 0 && <p className="text-small text-muted">Not copied: {left.map(partWords).join(', ')}.</p>}
    </li>
  )
}

function bodyOf(name: string, isWithSecrets: boolean, typed: Record<string, Typed>): EnvironmentClone {
  const apps = Object.entries(typed).flatMap(([source_app, { name: typedName, domains = '' }]) => {
    const own = linesOf(domains)
    if (typedName === undefined && own.length === 0) return []
    return [
      {
        source_app,
        ...(typedName === undefined ? {} : { new_name: typedName.trim() }),
        ...(own.length > 0 ? { domains: own } : {}),
      },
    ]
  })
  return {
    new_environment_name: name.trim(),
    ...(isWithSecrets ? { copy_secret_values: true } : {}),
    ...(apps.length > 0 ? { apps } : {}),
  }
}
