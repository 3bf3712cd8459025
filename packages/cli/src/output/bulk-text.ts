// What became of a whole project's stop, start or restart.
import type { BulkResult } from '@levelrail/contract/schemas/projects.ts'
import { Failure } from '../exit-codes.ts'
import type { Output } from './output.ts'

export function tellBulk(output: Output, isJson: boolean, did: string, result: BulkResult): void {
  if (isJson) output.json(result)
  const done = [...result.succeeded_apps, ...result.succeeded_databases]
  output.note(done.length > 0 ? `${did}: ${done.join(', ')}` : `${did}: nothing`)
  if (result.failed_apps.length > 0)
    throw new Failure('api', `could not be changed: ${result.failed_apps.join(', ')}`, 'see: levelrail apps diagnose')
}
