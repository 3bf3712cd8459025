// The Store: one Kysely database with what differs between SQLite and PostgreSQL behind it.
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

export type Channel = 'wake' | 'change'

export type Generation = number | string

export interface Store {
  kind: 'sqlite' | 'postgres'
  db: Db
  schemaVersion: number
  /**
   * A name for all that is committed: while it stays the same, so does every answer. On SQLite it moves at once with the
   * writes of this process, and within a tenth of a second with those of a tool beside it.
   */
  generation(): Generation | Promise<Generation>
  /** Sends a word to every control plane on this database, this one included. */
  notify(channel: 'wake', payload: string): Promise<void>
  /** `missed` is called when words may have been lost, after a connection broke and came back. `change` tells
   *  `kind:name` of a watched row after its write was committed, whoever wrote it (see `watched-tables.ts`). */
  listen(channel: Channel, hear: (payload: string) => void, missed: () => void): Promise<void>
  /** The database's own clock, which several control planes share. */
  nowMs: RawBuilder<number>
  /** Whether other control planes may share this database, so that a lease must decide who runs the loops. */
  isShared: boolean
  close(): Promise<void>
}
