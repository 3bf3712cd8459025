// Approves or rejects a deploy of somebody else, after showing what it changes.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { DiffPreview } from '../components/diff-preview.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { DialogForm } from './form.tsx'

export type Decision = 'approve' | 'reject'

interface DecideDeployProps {
  decision: Decision
  deploy: { app: string; id: string; image: string; by: string }
  onClose: () => void
}

export function DecideDeploy({ decision, deploy, onClose }: DecideDeployProps) {
  const queryClient = useQueryClient()
  const [comment, setComment] = useState('')
  const decide = useMutation({
    mutationFn: () => {
      const asked = { params: { name: deploy.app, deployId: deploy.id }, body: { comment } }
      return decision === 'approve' ? api.deployApprove(asked) : api.deployReject(asked)
    },
    onSuccess: async ({ outcome }) => {
      await queryClient.invalidateQueries({ queryKey: keys.apps })
      toast(
        decision === 'reject'
          ? 'The deploy was rejected'
          : outcome === 'blocked'
            ? 'Approved; it still waits'
            : 'Approved; the deploy goes on',
      )
      onClose()
    },
  })
  const isApproval = decision === 'approve'
  const word = isApproval ? 'Approve' : 'Reject'
  return (
    <Dialog title={`${word} the deploy of ${deploy.app}`} onClose={onClose}>
      <DialogForm
        act={`${decision} the deploy`}
        submit={word}
        isDangerous={!isApproval}
        error={decide.error}
        pending={decide.isPending}
        onSubmit={() => decide.mutate()}
        onCancel={onClose}
      >
        <p>
          <code className="wrap-anywhere">{deploy.image}</code>, asked for by {deploy.by}.{' '}
          {isApproval
            ? 'It runs with exactly these settings and variables.'
            : 'The deploy is cancelled; what serves goes on.'}
        </p>
        <TextField
          label="Comment"
          maxLength={1000}
          value={comment}
          hint="For those who read the history."
          onChange={(event) => setComment(event.target.value)}
        />
        {isApproval && <DiffPreview app={deploy.app} deployId={deploy.id} query={{}} />}
      </DialogForm>
    </Dialog>
  )
}
