// What a clone of one app takes over, what is made anew for it, and what stays with the source.
import type { AppClonePreview } from '@levelrail/contract/schemas/clones.ts'
import type { ReactNode } from 'react'
import { Badge } from '../ui/badge.tsx'

const words: Record<string, string> = {
  env: 'variables',
  secret_env: 'names of secrets',
  registry_credential_id: 'registry credential',
  storage_target_id: 'storage target',
  health: 'health checks',
  exec_enabled: 'permission of commands',
  node_id: 'node',
  secret_values: 'values of secrets',
  volume_data: 'data of volumes',
}

export function partWords(part: string): string {
  return words[part] ?? part.replaceAll('_', ' ')
}

export function CloneParts({ preview, isWithSecrets }: { preview: AppClonePreview; isWithSecrets: boolean }) {
  const left = preview.left.filter((part) => !(isWithSecrets && part === 'secret_values'))
  const copied = [
    ...preview.copied,
    ...(isWithSecrets && preview.left.includes('secret_values') ? ['secret_values'] : []),
  ]
  return (
    <dl className="grid gap-4">
      <Part title="Copied">
        <Badges parts={copied} />
      </Part>
      {preview.volumes.length > 0 && (
        <Part title="Made anew, and empty">
          <ul className="grid gap-1">
            {preview.volumes.map(({ name, path }) => (
              <li key={name}>
                volume <code>{name}</code> at <code>{path}</code>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={`Stays with ${preview.source_app} alone`}>
        {left.length === 0 ? <span className="text-muted">Nothing.</span> : <Badges parts={left} />}
        {preview.domains.length > 0 && (
          <p className="mt-2 text-small wrap-anywhere text-muted">
            <code>{preview.domains.join(', ')}</code>
          </p>
        )}
      </Part>
    </dl>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <dt className="font-strong">{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Badges({ parts }: { parts: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {parts.map((part) => (
        <li key={part}>
          <Badge>{partWords(part)}</Badge>
        </li>
      ))}
    </ul>
  )
}
