// Transactions on PostgreSQL run one after the other, as they do on SQLite, over all control planes of a database. What
// one has read stays so until it commits: no write is lost, no rule over several rows slips through, none deadlocks.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

/** Locks of this kind are told apart by a number; ours ends with the transaction. */
const turn = 7_165_021

export class OneWriterDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new OneWriterDriver(this.#config)
  }
}

class OneWriterDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${turn})`))
    } catch (error) {
      // It has begun all the same, and the next who gets this connection must not find it so.
      await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
      throw error
    }
  }
}
