// Edits that are saved but do not run yet, and the two ways to apply them.
import type { App } from '@levelrail/contract/schemas/apps.ts'
import { useState } from 'react'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { useAppAct } from '../forms/app-acts.tsx'
import { DeployDialog } from '../forms/deploy-create.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failure } from './failure.tsx'
import { PendingChanges } from './pending-changes.tsx'

export function PendingCard({ app }: { app: App }) {
  const who = useIdentity()
  const [isDeploying, setDeploying] = useState(false)
  const act = useAppAct(app.name)
  if (app.pending.length === 0) return null
  const mayNot = !can.deploy(who) || app.suspended
  const isImage = app.pending.includes('image')
  const isImageAlone = isImage && app.pending.length === 1
  return (
    <section aria-label="Pending edits" className="grid gap-3 px-6 pt-4 max-shell:px-4">
      <Notice
        tone="held"
        title={isImageAlone ? 'Edits wait: deploy to apply them' : 'Edits wait: deploy or restart to apply them'}
        action={
          <div className="flex flex-wrap justify-end gap-2">
            {!isImageAlone && (
              <Button disabled={mayNot} pending={act.isPending} onClick={() => act.mutate('restart')}>
                Restart to apply
              </Button>
            )}
            <Button disabled={mayNot} onClick={() => setDeploying(true)}>
              Deploy to apply
            </Button>
          </div>
        }
      >
        <PendingChanges app={app} />
        {isImage && !isImageAlone && ' A restart keeps the image that runs; only a deploy changes it.'}
        {app.suspended && ' The app is stopped: start it first.'}
      </Notice>
      {act.error && <Failure error={act.error} act="restart the app" />}
      {isDeploying && <DeployDialog app={app} onClose={() => setDeploying(false)} />}
    </section>
  )
}
