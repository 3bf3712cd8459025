// THE list of migrations: numbered, forward, never edited once released.
import type { Kysely } from 'kysely'
import { up as foundation } from './migrations/0001-foundation.ts'

export interface Migration {
  number: number
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

export const allMigrations: Migration[] = [{ number: 1, name: 'foundation', up: foundation }]
