// A new app: its name, what to run, and how. Only the name is needed; the rest can come later.
import type { AppCreate } from '@levelrail/contract/schemas/apps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { fieldError } from '../api/failure.ts'
import { usePlace } from '../api/project-queries.ts'
import { keys } from '../api/queries.ts'
import { PageHeader } from '../components/page-header.tsx'
import { Section } from '../components/section.tsx'
import { paths } from '../paths.ts'
import { Choice, TextField } from '../ui/field.tsx'
import { ConfirmProtected } from './confirm-protected.tsx'
import { InlineForm } from './form.tsx'
import { type Pair, pairsOf, recordOf, VariableRows } from './pair-rows.tsx'
import { type Place, PlaceFields } from './place-fields.tsx'
import { imageHint, memoryHint, VolumeRows } from './spec-fields.tsx'

const route = getRouteApi('/shell/apps/new')

interface Draft {
  name: string
  image: string
  port: string
  replicas: string
  memory: string
  cpu: string
  env: Pair[]
  volumes: Pair[]
  place: Place
  isDeployed: boolean
  isConfirmed: boolean
}

const empty: Draft = {
  name: '',
  image: '',
  port: '',
  replicas: '1',
  memory: '',
  cpu: '',
  env: [],
  volumes: [],
  place: { project_id: '', environment_id: '' },
  isDeployed: true,
  isConfirmed: false,
}

function exampleApp(): Draft {
  return {
    ...empty,
    name: 'hello',
    image: 'levelrail/test-app:1',
    port: '8080',
    env: pairsOf([['GREETING', 'hello']]),
  }
}

export function AppCreatePage() {
  const { example, project = '', environment = '' } = route.useSearch()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [app, setApp] = useState(() => ({
    ...(example ? exampleApp() : empty),
    place: { project_id: project, environment_id: environment },
  }))
  const { environment: target } = usePlace(app.place)
  const isDeployed = app.isDeployed && app.image.trim() !== ''
  const needsConfirm = isDeployed && target?.protected === true
  const set = (part: Partial<Draft>) => setApp({ ...app, ...part })
  const create = useMutation({
    mutationFn: () => api.appCreate({ body: bodyOf(app) }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries({ queryKey: keys.apps })
      await navigate({ to: paths.app, params: { name: created.name } })
    },
  })
  return (
    <>
      <PageHeader title="New app">A container image that Levelrail keeps running.</PageHeader>
      <InlineForm
        act="create the app"
        submit={isDeployed ? 'Create and deploy' : 'Create'}
        disabled={needsConfirm && !app.isConfirmed}
        error={create.error}
        pending={create.isPending}
        onSubmit={() => create.mutate()}
        onCancel={() => void navigate({ to: paths.apps })}
        isPage
      >
        <Section title="What runs" about="The name becomes part of host and container names, and stays.">
          <div className="grid gap-4">
            <TextField
              label="Name"
              mono
              required
              maxLength={48}
              pattern="[a-z]([a-z0-9\-]*[a-z0-9])?"
              autoComplete="off"
              spellCheck={false}
              value={app.name}
              hint="1 to 48 letters a-z, digits and “-”, starting with a letter and not ending with “-”."
              onChange={(event) => set({ name: event.target.value })}
            />
            <TextField
              label="Image"
              mono
              maxLength={255}
              autoComplete="off"
              spellCheck={false}
              placeholder="levelrail/test-app:1"
              value={app.image}
              hint={imageHint}
              onChange={(event) => set({ image: event.target.value })}
            />
            <Choice
              type="checkbox"
              label="Deploy now"
              hint={app.image.trim() ? 'The first deploy starts as soon as the app is created.' : 'Needs an image.'}
              disabled={!app.image.trim()}
              checked={isDeployed}
              onChange={(event) => set({ isDeployed: event.target.checked })}
            />
          </div>
        </Section>
        <Section
          title="Where it belongs"
          about="Optional. A project and an environment share their variables with the app; it can be moved later."
        >
          <div className="grid gap-4">
            <PlaceFields
              place={app.place}
              errorAt={(field) => fieldError(create.error, field)}
              onChange={(place) => set({ place, isConfirmed: false })}
            />
            {needsConfirm && target && (
              <ConfirmProtected
                environment={target}
                isConfirmed={app.isConfirmed}
                onChange={(isConfirmed) => set({ isConfirmed })}
              />
            )}
          </div>
        </Section>
        <Section title="How it runs" about="All of it can be changed later.">
          <div className="grid grid-cols-2 gap-4 max-list:grid-cols-1">
            <TextField
              label="Port"
              type="number"
              min={1}
              max={65535}
              value={app.port}
              hint="Where it listens. It counts as healthy when the port answers."
              onChange={(event) => set({ port: event.target.value })}
            />
            <TextField
              label="Replicas"
              type="number"
              required
              min={0}
              max={50}
              value={app.replicas}
              onChange={(event) => set({ replicas: event.target.value })}
            />
            <TextField
              label="Memory limit"
              mono
              value={app.memory}
              placeholder="512Mi"
              hint={memoryHint}
              onChange={(event) => set({ memory: event.target.value })}
            />
            <TextField
              label="CPU limit"
              mono
              value={app.cpu}
              placeholder="0.5"
              hint="Number of CPUs. Empty: no limit."
              onChange={(event) => set({ cpu: event.target.value })}
            />
          </div>
        </Section>
        <Section
          title="Variables"
          about="Plain values that everybody who may read sees. Secrets come on the app’s page."
        >
          <VariableRows rows={app.env} onChange={(env) => set({ env })} />
        </Section>
        <Section title="Volumes" about="Folders that outlive containers, deploys and the app itself.">
          <VolumeRows rows={app.volumes} onChange={(volumes) => set({ volumes })} />
        </Section>
      </InlineForm>
    </>
  )
}

function bodyOf(draft: Draft): AppCreate {
  const env = recordOf(draft.env)
  const volumes = Object.entries(recordOf(draft.volumes)).map(([name, path]) => ({ name, path }))
  const image = draft.image.trim()
  return {
    name: draft.name.trim(),
    replicas: Number(draft.replicas),
    env,
    volumes,
    resources: { memory: draft.memory.trim() || null, cpu: draft.cpu.trim() || null, swap: null, cpuset: null },
    ...(image ? { image } : {}),
    ...(draft.port ? { port: Number(draft.port) } : {}),
    ...(draft.place.project_id ? draft.place : {}),
    deploy: draft.isDeployed && image !== '',
    ...(draft.isConfirmed ? { confirm: true } : {}),
  }
}
