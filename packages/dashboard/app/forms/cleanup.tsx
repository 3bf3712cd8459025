// What this instance left on the machine: first as a list, then taken away. Volumes hold data, so each is chosen.
import type { Cleanup, CleanupItem } from '@levelrail/contract/schemas/cleanup.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { sizeWords } from '../components/words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { Choice } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { DialogForm } from './form.tsx'

export function CleanupDialog({ onDone }: { onDone: () => void }) {
  const { data: found, error } = useQuery({
    queryKey: ['cleanup'],
    queryFn: ({ signal }) => api.systemCleanup({ body: {}, signal }),
    gcTime: 0,
  })
  const [volumes, setVolumes] = useState<string[]>([])
  const remove = useMutation({ mutationFn: () => api.systemCleanup({ body: { dry_run: false, volumes } }) })
  if (remove.data)
    return (
      <Dialog title="Clean up" onClose={onDone}>
        <DialogBody>
          <p role="status">{resultWords(remove.data)}</p>
          <Items items={remove.data.items} />
        </DialogBody>
        <DialogActions>
          <Button look="primary" onClick={onDone}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    )
  const count = (found?.items.length ?? 0) + volumes.length
  return (
    <Dialog title="Clean up" onClose={onDone}>
      <DialogForm
        act="clean up"
        submit={count === 0 ? 'Nothing to remove' : count === 1 ? 'Remove 1 thing' : `Remove ${count} things`}
        isDangerous
        disabled={count === 0}
        error={remove.error}
        pending={remove.isPending}
        onSubmit={() => remove.mutate()}
        onCancel={onDone}
      >
        <p className="text-muted">
          Only what carries the label of this instance, and what nothing uses, runs or could be rolled back to.
        </p>
        {error ? (
          <Failure error={error} act="look at the machine" />
        ) : found ? (
          <>
            <p>
              {found.items.length === 0 ? 'Nothing is left over.' : `These go, and free ${sizeWords(found.bytes)}:`}
            </p>
            <Items items={found.items} />
            {found.images_wait && <p className="text-muted">Images stay while a deploy gets its image.</p>}
            <Volumes of={found} chosen={volumes} onChange={setVolumes} />
          </>
        ) : (
          <Skeleton className="w-56" />
        )}
      </DialogForm>
    </Dialog>
  )
}

function Items({ items }: { items: readonly CleanupItem[] }) {
  if (items.length === 0) return null
  return (
    <ul aria-label="Left over" className="grid gap-1.5">
      {items.map(({ kind, name, size_bytes, removed, error }) => (
        <li key={`${kind} ${name}`} className="flex gap-2.5">
          <StatusMark tone={error ? 'bad' : removed ? 'ok' : 'unknown'} className="mt-1" />
          <span className="min-w-0 wrap-anywhere">
            {kind} <code>{name}</code>
            {size_bytes !== null && <span className="text-muted"> {sizeWords(size_bytes)}</span>}
            {error && <span className="block text-bad">{error}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface VolumesProps {
  of: Cleanup
  chosen: string[]
  onChange: (names: string[]) => void
}

function Volumes({ of: { orphaned_volumes: volumes }, chosen, onChange }: VolumesProps) {
  if (volumes.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2">No app uses these volumes. They stay, unless you choose them:</legend>
      {volumes.map(({ name, app, size_bytes }) => (
        <Choice
          key={name}
          type="checkbox"
          label={<code className="wrap-anywhere">{name}</code>}
          hint={`Of ${app}${size_bytes === null ? '' : `, ${sizeWords(size_bytes)}`}. Its data is lost for good.`}
          checked={chosen.includes(name)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, name] : chosen.filter((each) => each !== name))
          }
        />
      ))}
    </fieldset>
  )
}

function resultWords({ items, bytes }: Cleanup): string {
  const removed = items.filter((item) => item.removed).length
  const things = `${removed} ${removed === 1 ? 'thing' : 'things'} removed, ${sizeWords(bytes)} freed`
  return removed === items.length ? things : `${things}; ${items.length - removed} could not go`
}
