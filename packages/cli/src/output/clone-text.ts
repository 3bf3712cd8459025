// What a clone copies and what it leaves, for people.
import type { AppClonePreview, EnvironmentClonePreview } from '@levelrail/contract/schemas/clones.ts'
import { type Fact, factsText } from './facts.ts'
import type { Column } from './table.ts'

export const appCloneColumns: Column<AppClonePreview>[] = [
  { title: 'APP', cell: ({ source_app }) => source_app },
  { title: 'BECOMES', cell: ({ suggested_name }) => suggested_name },
  { title: 'IMAGE', cell: ({ image }) => image || '-' },
  { title: 'SECRETS', cell: ({ declared_secrets }) => declared_secrets.join(', ') || '-' },
  { title: 'TASKS', cell: ({ scheduled_task_count }) => String(scheduled_task_count) },
  { title: 'NOT COPIED', cell: ({ left }) => left.join(', ') || '-' },
  { title: 'PROBLEM', cell: ({ name_problem }) => name_problem ?? '-' },
]

export function appCloneText(preview: AppClonePreview): string {
  const facts: Fact[] = [
    ['app', preview.source_app],
    ['becomes', preview.suggested_name],
    ['problem', preview.name_problem ?? ''],
    ['copied', preview.copied.join(', ')],
    ['secrets', preview.declared_secrets.join(', ')],
    ['tasks', preview.scheduled_task_count > 0 ? String(preview.scheduled_task_count) : ''],
    ['new volumes', preview.volumes.map(({ path }) => path).join(', ')],
    ['not copied', preview.left.join(', ')],
    ['domains', preview.domains.length > 0 ? `${preview.domains.join(', ')} (stay with ${preview.source_app})` : ''],
  ]
  return factsText(facts)
}

export function environmentCloneText(preview: EnvironmentClonePreview): string {
  const facts: Fact[] = [
    ['environment', preview.new_environment_name],
    ['problem', preview.name_problem ?? ''],
    ['protected', preview.protected ? 'yes' : 'no'],
    ['variables', preview.shared_env_keys.join(', ')],
    ['secrets', preview.shared_secret_keys.join(', ')],
    ['hidden', preview.hidden_apps > 0 ? `${preview.hidden_apps} apps that your policy leaves out` : ''],
  ]
  return factsText(facts)
}
