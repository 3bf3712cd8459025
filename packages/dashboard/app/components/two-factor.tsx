// The second factor as it is now, and the acts that its state allows.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { twoFactorQuery } from '../api/queries.ts'
import { RecoveryCodes } from '../forms/recovery-codes.tsx'
import { TwoFactorCode } from '../forms/two-factor-code.tsx'
import { TwoFactorSetup } from '../forms/two-factor-setup.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Failure } from './failure.tsx'

const fewCodes = 3

export function TwoFactor() {
  const { data: status, error, refetch } = useQuery(twoFactorQuery)
  const [act, setAct] = useState<'disable' | 'renew'>()
  const [codes, setCodes] = useState<string[]>()
  const start = useMutation({ mutationFn: () => api.twoFactorSetup() })
  if (error && !status) return <Failure error={error} act="read your second factor" onRetry={() => void refetch()} />
  if (!status) return <Skeleton className="w-40" />
  const left = status.recovery_codes_remaining
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2">
        <StatusMark tone={status.enabled ? 'ok' : 'stopped'} />
        <span className="font-strong">{status.enabled ? 'On' : 'Off'}</span>
        {status.enabled && (
          <span className="text-muted">{left === 1 ? '1 recovery code' : `${left} recovery codes`} left</span>
        )}
      </p>
      {status.enabled && left < fewCodes && (
        <Notice tone="held" title={left === 0 ? 'No recovery codes left' : 'Few recovery codes left'}>
          Without your phone and without a code you cannot sign in. Make new ones.
        </Notice>
      )}
      {start.error ? <Failure error={start.error} act="turn the second factor on" /> : null}
      <div className="flex flex-wrap gap-2">
        {status.enabled ? (
          <>
            <Button onClick={() => setAct('renew')}>New recovery codes</Button>
            <Button look="danger" onClick={() => setAct('disable')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button look="primary" pending={start.isPending} onClick={() => start.mutate()}>
            Turn on
          </Button>
        )}
      </div>
      {start.data && (
        <TwoFactorSetup
          secret={start.data.secret}
          uri={start.data.provisioning_uri}
          onCancel={start.reset}
          onDone={(fresh) => {
            start.reset()
            setCodes(fresh)
          }}
        />
      )}
      {act && (
        <TwoFactorCode
          act={act}
          onCancel={() => setAct(undefined)}
          onDone={(fresh) => {
            setAct(undefined)
            setCodes(fresh)
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
    </div>
  )
}
