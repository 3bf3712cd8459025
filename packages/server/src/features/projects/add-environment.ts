// Adds an environment to a project, whoever asks.
import type { Environment } from '@levelrail/contract/schemas/projects.ts'
import type { Trx } from '../../store/store.ts'
import { insertEnvironment } from './project-store.ts'

export async function addEnvironment(trx: Trx, environment: Environment): Promise<void> {
  await insertEnvironment(trx, { ...environment, protected: environment.protected ? 1 : 0 })
}
