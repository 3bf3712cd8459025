// Why a deploy does not go on, above everything: what holds it, until when, who has decided, and what can be done.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import type { Hold } from '@levelrail/contract/schemas/guards.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { approvalsQuery } from '../api/guard-queries.ts'
import { useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { DecideDeploy, type Decision } from '../forms/decide-deploy.tsx'
import { OverrideFreeze } from '../forms/override-freeze.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { HoldWords } from './hold-words.tsx'

export function HeldCard({ deploy, hold }: { deploy: Deploy; hold: Hold }) {
  const who = useIdentity()
  const [open, setOpen] = useState<'override' | Decision>()
  const close = () => setOpen(undefined)
  const { data: approvals } = useQuery(approvalsQuery)
  const refusal = approvals?.find(({ deploy_id }) => deploy_id === deploy.id)?.refusal
  const isFrozen = hold.code === 'freeze_window_hold'
  const mayNot = can.deploy(who) ? undefined : 'Needs the ability deploy'
  return (
    <section aria-label="Why it is held" className="grid gap-3 rounded-md border border-warn/40 bg-warn-wash px-4 py-3">
      <div className="flex items-start gap-2.5">
        <StatusMark tone="held" className="mt-1" />
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="wrap-anywhere">
            <HoldWords hold={hold} />
          </p>
          <p className="text-muted">
            {isFrozen
              ? 'It goes on by itself when nothing holds it any more. What serves is not touched.'
              : 'It goes on when enough other people have approved it. What serves is not touched.'}
          </p>
        </div>
      </div>
      {deploy.approval && (
        <div className="pl-6">
          <ApprovalLines deploy={deploy} />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {deploy.approval?.state === 'pending' && refusal && (
          <p className="min-w-0 flex-1 basis-64 text-muted first-letter:uppercase">{refusal}.</p>
        )}
        {isFrozen && (
          <Link to={paths.freezes} className={buttonClass('secondary')}>
            See the freeze windows
          </Link>
        )}
        {isFrozen && (
          <Button disabled={!!mayNot} title={mayNot} onClick={() => setOpen('override')}>
            Override with a reason
          </Button>
        )}
        {deploy.approval?.state === 'pending' && refusal === null && (
          <>
            <Button disabled={!!mayNot} title={mayNot} onClick={() => setOpen('reject')}>
              Reject
            </Button>
            <Button look="primary" disabled={!!mayNot} title={mayNot} onClick={() => setOpen('approve')}>
              Approve
            </Button>
          </>
        )}
      </div>
      {open === 'override' && <OverrideFreeze deploy={deploy} onClose={close} />}
      {(open === 'approve' || open === 'reject') && <DecideDeploy decision={open} deploy={deploy} onClose={close} />}
    </section>
  )
}

/** Who has approved or rejected, and how many are needed. */
export function ApprovalLines({ deploy: { approval } }: { deploy: Pick<Deploy, 'approval'> }) {
  if (!approval) return null
  const given = approval.votes.filter(({ decision }) => decision === 'approved').length
  const people = approval.required === 1 ? 'approval' : 'approvals'
  return (
    <div className="grid gap-1">
      <p className="text-muted">
        {approval.state === 'pending' || approval.state === 'approved'
          ? `${given} of ${approval.required} ${people}`
          : `The approval was ${approval.state}`}
      </p>
      {approval.votes.length > 0 && (
        <ul aria-label="Decisions" className="grid gap-0.5">
          {approval.votes.map(({ by, decision, comment, at }) => (
            <li key={`${by} ${at}`} className="flex items-start gap-2 wrap-anywhere">
              <StatusMark tone={decision === 'approved' ? 'ok' : 'bad'} className="mt-1" />
              <span>
                {by} {decision} it{comment && `: ${comment}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
