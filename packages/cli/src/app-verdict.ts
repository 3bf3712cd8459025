// Whether an app is well, cannot become well by waiting, or may still become so. Pure.

import type { AllRoutes } from '@levelrail/contract/all-routes.ts'
import type { ResultOf } from '@levelrail/contract/route.ts'
import { deployFailure } from './deploy-verdict.ts'
import { Failure } from './exit-codes.ts'

export type Diagnosis = ResultOf<AllRoutes['appDiagnose']>

export function waitVerdict({ app, state, deploy }: Diagnosis): 'well' | 'wait' | Failure {
  if (state === 'stopped')
    return new Failure('appFailed', `app "${app}" is stopped`, `start it with: levelrail apps start ${app}`)
  if (state === 'never_deployed' || !deploy)
    return new Failure('appFailed', `app "${app}" was never deployed`, `deploy it with: levelrail apps deploy ${app}`)
  if (deploy.outcome === 'in_progress') return 'wait'
  // What served before may go on serving: the newest deploy is still no success.
  return deployFailure(deploy, 'appFailed') ?? (state === 'healthy' ? 'well' : 'wait')
}
