// Promotes what an app runs to another environment: both sides beside each other, what stands in the way, and then the
// deploy. What is chosen is in the address.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import type { Blocker, PromotePreview } from '@levelrail/contract/schemas/promotions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { type PromoteAsked, promotePreviewQuery } from '../api/clone-queries.ts'
import { allAppsQuery, environmentsQuery } from '../api/project-queries.ts'
import { appQuery, keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Failure } from '../components/failure.tsx'
import { type PromoteRow, promoteRows } from '../components/promote-rows.ts'
import { InlineForm } from '../forms/form.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Column, Table } from '../ui/table.tsx'

const route = getRouteApi('/shell/apps/$name/promote')

export function AppPromotePage() {
  const { name } = route.useParams()
  const { data: app } = useQuery(appQuery(name))
  return app ? <Promotion app={app} /> : null
}

function Promotion({ app }: { app: App }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayInclude = can.editApps(useIdentity())
  const { data: all } = useQuery(environmentsQuery)
  const environments = all?.filter(
    ({ id, project_id }) => id !== app.environment_id && (app.project_id === '' || project_id === app.project_id),
  )
  const to = search.to ?? environments?.[0]?.id ?? ''
  const { data: there = [] } = useQuery({ ...allAppsQuery({ environment_id: to }), enabled: to !== '' })
  const isEnvIncluded = search.env === true && mayInclude
  const asked = {
    to,
    ...(search.target ? { target_name: search.target } : {}),
    ...(isEnvIncluded ? { include_env: true } : {}),
  }
  const {
    data: preview,
    error,
    refetch,
    isPlaceholderData: isOfBefore,
  } = useQuery(promotePreviewQuery(app.name, asked))
  const change = (part: typeof search) => void navigate({ search: { ...search, ...part }, replace: true })
  if (environments?.length === 0)
    return (
      <p className="px-6 py-6 text-muted max-shell:px-4">
        There is no other environment to promote to. Make one in the project of {app.name} first.
      </p>
    )
  return (
    <>
      <div className="grid gap-4 px-6 py-4 max-shell:px-4">
        <div className="grid gap-1">
          <h2 className="font-strong">Promote {app.name}</h2>
          <p className="text-muted">The very image that it runs is deployed to the app that goes with it elsewhere.</p>
        </div>
        <div className="flex flex-wrap items-start gap-4">
          <SelectField
            label="To environment"
            className="w-56 max-list:w-full"
            value={to}
            options={(environments ?? []).map(({ id, name, protected: isProtected }) => ({
              value: id,
              label: isProtected ? `${name} (protected)` : name,
            }))}
            onChange={(id) =>
              void navigate({ search: { to: id, ...(search.env ? { env: true } : {}) }, replace: true })
            }
          />
          <SelectField
            label="App there"
            className="w-72 max-list:w-full"
            value={search.target ?? ''}
            options={[
              { value: '', label: foundWords(preview, search.target) },
              ...there.map(({ name }) => ({ value: name, label: name })),
            ]}
            onChange={(target) => {
              const { target: _, ...rest } = search
              void navigate({ search: { ...rest, to, ...(target ? { target } : {}) }, replace: true })
            }}
          />
        </div>
        <Choice
          type="checkbox"
          label="Include its variables"
          hint={
            mayInclude
              ? 'Plain ones become those that run here; names of secrets come along, their values never.'
              : 'Needs the ability write.'
          }
          disabled={!mayInclude}
          checked={isEnvIncluded}
          onChange={(event) => change({ to, env: event.target.checked })}
        />
      </div>
      {error && (
        <div className="px-6 pb-4 max-shell:px-4">
          <Failure error={error} act="compare the two" onRetry={() => void refetch()} />
        </div>
      )}
      {preview && !error && (
        <>
          <Sides preview={preview} isEnvIncluded={isEnvIncluded} />
          {/* Another target is another decision: what was confirmed for one is not for the next. */}
          <PromoteForm key={`${to} ${preview.target.app}`} preview={preview} asked={asked} isOfBefore={isOfBefore} />
        </>
      )}
    </>
  )
}

function foundWords(preview: PromotePreview | undefined, target: string | undefined): string {
  const found = target === undefined ? preview?.target.app : undefined
  return found ? `Found by its name: ${found}` : 'Found by its name'
}

function Sides({ preview, isEnvIncluded }: { preview: PromotePreview; isEnvIncluded: boolean }) {
  const { source, target } = preview
  const side = (title: string, value: (row: PromoteRow) => string): Column<PromoteRow> => ({
    title,
    className: 'w-[24%]',
    cell: (row) => <span className={row.isVariable ? 'text-muted' : 'font-mono wrap-anywhere'}>{value(row)}</span>,
  })
  const columns: readonly Column<PromoteRow>[] = [
    { title: 'What', cell: ({ what }) => <code className="wrap-anywhere">{what}</code> },
    side(placeWords(source.app, source.environment_name), (row) => row.source),
    side(placeWords(target.app ?? 'no app', target.environment_name), (row) => row.target),
    {
      title: 'Afterwards',
      className: 'w-[24%]',
      cell: ({ after, isChanged }) =>
        isChanged ? (
          <ins className={clsx('font-mono wrap-anywhere no-underline', after === 'removed' ? 'text-bad' : 'text-ok')}>
            {after}
          </ins>
        ) : after === 'stays missing' ? (
          <Badge tone="held">{after}</Badge>
        ) : (
          <span className="wrap-anywhere text-faint">{after}</span>
        ),
    },
  ]
  return (
    <Table
      label="Promotion"
      columns={columns}
      rows={promoteRows(preview, isEnvIncluded)}
      rowKey={({ what, isVariable }) => `${isVariable} ${what}`}
    />
  )
}

function placeWords(app: string, environment: string): string {
  return environment ? `${app} in ${environment}` : app
}

interface PromoteFormProps {
  preview: PromotePreview
  asked: PromoteAsked
  /** Another choice was made, and what is shown is not about it yet. */
  isOfBefore: boolean
}

function PromoteForm({ preview, asked, isOfBefore }: PromoteFormProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const mayDeploy = can.deploy(useIdentity())
  const [lifted, setLifted] = useState<{ confirm?: boolean; force?: boolean }>({})
  const [reason, setReason] = useState('')
  const { source, target, blockers } = preview
  const promote = useMutation({
    mutationFn: () =>
      api.appPromote({
        params: { name: source.app },
        body: {
          ...asked,
          ...lifted,
          ...(reason.trim() ? { override_freeze: true, override_reason: reason.trim() } : {}),
        },
      }),
    onSuccess: async (deploy) => {
      await queryClient.invalidateQueries({ queryKey: keys.apps })
      await navigate({ to: paths.appDeploy, params: { name: deploy.app, deployId: deploy.id } })
    },
  })
  const isLifted = ({ lifted_by: by }: Blocker) => by !== null && by !== 'override_freeze' && lifted[by] === true
  const isStopped = blockers.some((blocker) => blocker.effect === 'refused' && !isLifted(blocker))
  const canLift = (by: Blocker['lifted_by']) => blockers.some(({ lifted_by }) => lifted_by === by)
  return (
    <InlineForm
      act="promote the app"
      submit={`Promote to ${target.environment_name}`}
      error={promote.error}
      pending={promote.isPending}
      disabled={isStopped || isOfBefore || !mayDeploy}
      onSubmit={() => promote.mutate()}
      onCancel={() => void navigate({ to: paths.app, params: { name: source.app } })}
      isPage
    >
      <div className="grid max-w-3xl gap-3 px-6 pt-5 max-shell:px-4">
        {blockers.length > 0 && (
          <ul aria-label="What stands in the way" className="grid gap-2">
            {blockers.map((blocker) => (
              <li key={blocker.code}>
                <BlockerNotice blocker={blocker} isLifted={isLifted(blocker)} preview={preview} />
              </li>
            ))}
          </ul>
        )}
        {canLift('confirm') && (
          <Choice
            type="checkbox"
            label={`Yes, deploy into ${target.environment_name}, which is protected`}
            checked={lifted.confirm === true}
            onChange={(event) => setLifted({ ...lifted, confirm: event.target.checked })}
          />
        )}
        {canLift('force') && (
          <Choice
            type="checkbox"
            label="Promote all the same"
            hint="Goes past what is marked as such above."
            checked={lifted.force === true}
            onChange={(event) => setLifted({ ...lifted, force: event.target.checked })}
          />
        )}
        {canLift('override_freeze') && (
          <TextField
            label="Why the freeze is overridden"
            maxLength={1000}
            value={reason}
            hint="Empty: the deploy waits for the end of the freeze."
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {!mayDeploy && <p className="text-muted">To promote needs the ability deploy.</p>}
      </div>
    </InlineForm>
  )
}

const titles: Record<Blocker['code'], string> = {
  no_target: 'No app to promote to',
  never_deployed: 'Nothing to promote',
  source_not_ready: 'The source is not ready',
  target_stopped: 'The target is stopped',
  target_deploying: 'The target is being deployed',
  unchanged: 'The target runs this image already',
  missing_env: 'Required secrets have no value',
  protected_environment: 'The environment is protected',
  freeze_window_hold: 'Deploys are frozen',
  approval_pending: 'Deploys need an approval',
}

function BlockerNotice(props: { blocker: Blocker; isLifted: boolean; preview: PromotePreview }) {
  const { blocker, isLifted, preview } = props
  const isMild = isLifted || blocker.effect === 'held' || blocker.lifted_by !== null
  return (
    <Notice
      tone={isMild ? 'held' : 'bad'}
      title={isLifted ? `${titles[blocker.code]}: promoted all the same` : titles[blocker.code]}
      action={blocker.code === 'no_target' && <CloneLink preview={preview} />}
    >
      {blocker.message}
    </Notice>
  )
}

function CloneLink({ preview: { source, target } }: { preview: PromotePreview }) {
  return (
    <Link
      to={paths.appClone}
      params={{ name: source.app }}
      search={{ environment: target.environment_id }}
      className={buttonClass('secondary')}
    >
      Clone it there
    </Link>
  )
}
