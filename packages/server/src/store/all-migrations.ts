// THE list of migrations: numbered, forward, never edited once released.
import type { Kysely } from 'kysely'
import { up as foundation } from './migrations/0001-foundation.ts'
import { up as apps } from './migrations/0002-apps.ts'
import { up as registries } from './migrations/0003-registries.ts'
import { up as appEvents } from './migrations/0004-app-events.ts'
import { up as projects } from './migrations/0005-projects.ts'
import { up as appRecord } from './migrations/0006-app-record.ts'
import { up as tasks } from './migrations/0007-tasks.ts'
import { up as appNetworks } from './migrations/0008-app-networks.ts'
import { up as pulledImages } from './migrations/0009-pulled-images.ts'
import { up as replicaTraffic } from './migrations/0010-replica-traffic.ts'
import { up as guards } from './migrations/0011-guards.ts'
import { up as envOfPromotions } from './migrations/0012-env-of-promotions.ts'
import { up as certificates } from './migrations/0013-certificates.ts'
import { up as ingressSettings } from './migrations/0014-ingress-settings.ts'
import { up as acme } from './migrations/0015-acme.ts'
import { up as appRules } from './migrations/0016-app-rules.ts'
import { up as requests } from './migrations/0017-requests.ts'
import { up as canaries } from './migrations/0018-canaries.ts'

export interface Migration {
  number: number
  name: string
  up(db: Kysely<unknown>): Promise<void>
}

export const allMigrations: Migration[] = [
  { number: 1, name: 'foundation', up: foundation },
  { number: 2, name: 'apps', up: apps },
  { number: 3, name: 'registries', up: registries },
  { number: 4, name: 'app-events', up: appEvents },
  { number: 5, name: 'projects', up: projects },
  { number: 6, name: 'app-record', up: appRecord },
  { number: 7, name: 'tasks', up: tasks },
  { number: 8, name: 'app-networks', up: appNetworks },
  { number: 9, name: 'pulled-images', up: pulledImages },
  { number: 10, name: 'replica-traffic', up: replicaTraffic },
  { number: 11, name: 'guards', up: guards },
  { number: 12, name: 'env-of-promotions', up: envOfPromotions },
  { number: 13, name: 'certificates', up: certificates },
  { number: 14, name: 'ingress-settings', up: ingressSettings },
  { number: 15, name: 'acme', up: acme },
  { number: 16, name: 'app-rules', up: appRules },
  { number: 17, name: 'requests', up: requests },
  { number: 18, name: 'canaries', up: canaries },
]
