// Loaded with `node --import`: takes SQLite's syncing away, to prove that the test of it would notice.
import { DatabaseSync } from 'node:sqlite'

const exec = DatabaseSync.prototype.exec

DatabaseSync.prototype.exec = function careless(sql) {
  exec.call(this, sql.replace('synchronous = full', 'synchronous = normal'))
}
