// Removal of an organization, a project or an environment: says what is lost and what stays, and asks for the name.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { ConfirmName } from './confirm-name.tsx'
import { DialogForm } from './form.tsx'

const kinds = {
  organization: {
    remove: api.organizationDelete,
    lost: 'its variables and secrets.',
    stays: 'its projects, in no organization, and every app in them. Nothing stops.',
  },
  project: {
    remove: api.projectDelete,
    lost: 'its environments, and the variables and secrets of the project and of its environments.',
    stays: 'its apps. They run on, in no project.',
  },
  environment: {
    remove: api.environmentDelete,
    lost: 'its variables and secrets, and its protection.',
    stays: 'its apps. They run on in the project, without an environment.',
  },
}

interface GroupDeleteProps {
  kind: keyof typeof kinds
  group: { id: string; name: string }
  /** What is in it, as links or names. */
  members: ReactNode
  onCancel: () => void
  /** Leaves its page, before its reads would find nothing. */
  onDeleted: () => Promise<void> | void
}

export function GroupDelete({ kind, group, members, onCancel, onDeleted }: GroupDeleteProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const { remove, lost, stays } = kinds[kind]
  const removal = useMutation({
    mutationFn: () => remove({ params: { id: group.id } }),
    onSuccess: async () => {
      await onDeleted()
      for (const queryKey of [keys.organizations, keys.projects, keys.environments, keys.sharedEnv]) {
        queryClient.removeQueries({ queryKey, predicate: (query) => query.queryKey.includes(group.id) })
        void queryClient.invalidateQueries({ queryKey })
      }
      void queryClient.invalidateQueries({ queryKey: keys.apps })
      toast(`${group.name} was deleted`)
    },
  })
  return (
    <Dialog title={`Delete ${group.name}`} onClose={onCancel}>
      <DialogForm
        act={`delete the ${kind}`}
        submit={`Delete the ${kind}`}
        isDangerous
        error={removal.error}
        pending={removal.isPending}
        disabled={typed.trim() !== group.name.trim()}
        onSubmit={() => removal.mutate()}
        onCancel={onCancel}
      >
        <p>
          <strong className="font-strong">Lost for good:</strong> {lost} What runs keeps them until its next deploy or
          restart.
        </p>
        <p>
          <strong className="font-strong">Stays:</strong> {stays}
        </p>
        {members}
        <ConfirmName name={group.name} typed={typed} onChange={setTyped} />
      </DialogForm>
    </Dialog>
  )
}

/** "3 apps lose this label: api, web, worker" */
export function MembersWords({ what, names }: { what: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className="wrap-anywhere">
      <strong className="font-strong">
        {names.length === 1 ? `1 ${what} loses` : `${names.length} ${what}s lose`} this label:
      </strong>{' '}
      <code>{names.join(', ')}</code>
    </p>
  )
}
