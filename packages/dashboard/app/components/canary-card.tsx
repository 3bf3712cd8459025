// A deploy that gets a share of the requests: how much, and how it goes on.
import type { Deploy } from '@levelrail/contract/schemas/deploys.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { can } from '../can.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Failure } from './failure.tsx'

export function CanaryCard({ deploy, weight }: { deploy: Deploy; weight: number }) {
  const who = useIdentity()
  const queryClient = useQueryClient()
  const [wish, setWish] = useState(String(weight))
  const change = useMutation({
    mutationFn: (next: number) =>
      api.deployCanarySet({ params: { name: deploy.app, deployId: deploy.id }, body: { weight: next } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.apps }),
  })
  const isShared = deploy.phases.at(-1)?.name === 'canary'
  const mayNot = can.deploy(who) ? undefined : 'Needs the ability deploy'
  const next = Number(wish)
  const isWeight = Number.isInteger(next) && next >= 1 && next <= 100
  return (
    <section aria-label="Canary" className="grid gap-3 rounded-md border border-line px-4 py-3">
      <div className="flex items-start gap-2.5">
        <StatusMark tone="working" className="mt-1" />
        <div className="grid min-w-0 flex-1 gap-1">
          <p>
            {isShared
              ? `It gets ${weight} % of the requests.`
              : `When it is ready it gets ${weight} % of the requests.`}
          </p>
          <p className="text-muted">What served before gets the rest. Cancel the deploy to give all of them back.</p>
        </div>
      </div>
      {change.error && <Failure error={change.error} act="change the share" />}
      <form
        className="flex flex-wrap items-end justify-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWeight) change.mutate(next)
        }}
      >
        <TextField
          label="Share in percent"
          inputMode="numeric"
          className="w-36"
          value={wish}
          onChange={(event) => setWish(event.target.value)}
        />
        <Button type="submit" disabled={!!mayNot || !isWeight || next === weight || change.isPending} title={mayNot}>
          Change the share
        </Button>
        <Button
          look="primary"
          disabled={!!mayNot || change.isPending}
          title={mayNot}
          onClick={() => change.mutate(100)}
        >
          Let it take over
        </Button>
      </form>
    </section>
  )
}
