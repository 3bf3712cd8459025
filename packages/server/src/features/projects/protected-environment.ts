// A protected environment: nothing is deployed, rolled back or promoted there by the way. Spec 2.2, 7.2.
import { conflict } from '../../errors.ts'
import type { Trx } from '../../store/store.ts'
import { getEnvironment } from './project-view.ts'

export async function requireConfirm(trx: Trx, environmentId: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed || environmentId === '') return
  const environment = await getEnvironment(trx, environmentId)
  if (environment?.protected)
    throw conflict(`environment ${JSON.stringify(environment.name)} is protected; set confirm: true to proceed`)
}
