// The composition root: builds the Context by hand, in order, and says how to start and stop it.
import { createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import type { Logger } from 'pino'
import { allHandlers } from './all-handlers.ts'
import { allLoops } from './all-loops.ts'
import { allWorkflows } from './all-workflows.ts'
import { Background } from './background/background.ts'
import { ChangeFeed } from './background/change-feed.ts'
import type { Loop } from './background/loop.ts'
import type { Context } from './context.ts'
import type { Acme } from './drivers/acme/acme.ts'
import { acmeClient } from './drivers/acme/acme-client.ts'
import type { ContainerEngine } from './drivers/container/container.ts'
import { dockerEngine } from './drivers/container/docker.ts'
import type { Dns } from './drivers/dns/dns.ts'
import { nameServerDns } from './drivers/dns/name-servers.ts'
import { haproxyIngress } from './drivers/ingress/haproxy.ts'
import type { Ingress } from './drivers/ingress/ingress.ts'
import { StoredAuditTrail } from './features/audit/audit-trail.ts'
import { ingressContainer } from './features/ingress/ingress-container.ts'
import { watchTraffic } from './features/ingress/ingress-reconciler.ts'
import { keepLocalNode } from './features/nodes/keep-node.ts'
import { authenticate } from './features/sessions/authenticate.ts'
import { ensureSigningKey } from './features/signing-keys/keep-signing-keys.ts'
import { makeSigningKey } from './features/signing-keys/signing-key.ts'
import { watchEngine } from './features/system/engine-condition.ts'
import { prepareFirstAdmin } from './features/users/first-admin.ts'
import type { AnyHandler } from './http/handler.ts'
import { Metrics } from './http/metrics.ts'
import { ReadCache } from './http/read-cache.ts'
import { createHttpServer } from './http/server.ts'
import { Throttle } from './http/throttle.ts'
import { type Clock, isoNow, systemClock } from './lib/clock.ts'
import { newId } from './lib/ids.ts'
import { createLog } from './lib/log.ts'
import { Places } from './lib/places.ts'
import { Secret } from './lib/secret.ts'
import { createSecretBox } from './lib/secret-box.ts'
import { createSemaphore } from './lib/semaphore.ts'
import type { Settings } from './settings.ts'
import { openPostgres } from './store/dialects/postgres.ts'
import { openSqlite } from './store/dialects/sqlite.ts'
import type { Db, Store } from './store/store.ts'

/** What a test may put in place of the real thing. */
export interface Overrides {
  clock?: Clock
  engine?: ContainerEngine
  dns?: Dns
  acme?: Acme
  ingress?: Ingress
  loops?: Loop<Context>[]
  log?: Logger
}

export interface ControlPlane {
  ctx: Context
  url: string
  stop(): Promise<void>
}

export const version = '0.1.0'
const readsKept = 2000
const logReadsAtOnce = 4
const dashboardDir = join(import.meta.dirname, '../../dashboard/dist')

export async function startControlPlane(settings: Settings, overrides: Overrides = {}): Promise<ControlPlane> {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLog(settings.APP_LOG_LEVEL)
  const startedAt = clock.now()
  const store = await openStore(settings, clock, log)
  const { db } = store
  const stopping = new AbortController()
  const nodeId = await readNodeId(settings.APP_DATA_DIR, clock)
  const audit = new StoredAuditTrail(db, clock, (error) =>
    log.error({ err: error }, 'refused attempts could not be written'),
  )
  const box = settings.APP_MASTER_KEY ? createSecretBox(settings.APP_MASTER_KEY) : undefined
  if (!box)
    log.warn('no master key: what must be sealed answers 501, and the signing key lasts only until the next start')

  const engine = overrides.engine ?? dockerEngine(settings.APP_DOCKER_HOST)
  const instanceId = await readInstanceId(db, clock)
  const loops = new Background({
    ctx: () => ctx,
    loops: overrides.loops ?? allLoops,
    store,
    clock,
    // Unlike the node, a holder is one run of the program: a restart must not pass for the run before it.
    holder: `${nodeId}/${randomBytes(4).toString('hex')}`,
    leaseTtlMs: settings.APP_LEASE_TTL,
    onLease: (isHeld) =>
      log.info(isHeld ? 'holding the lease: running the loops' : 'lost the lease: the loops run elsewhere'),
    onError: (loop, key, error) => log.error({ err: error, loop, key }, 'background work failed'),
  })
  const ctx: Context = {
    settings,
    log,
    clock,
    store,
    db,
    box,
    audit,
    reads: new ReadCache(store, readsKept),
    metrics: new Metrics(),
    throttle: new Throttle(),
    engine,
    ingress:
      overrides.ingress ??
      haproxyIngress({
        engine,
        ...ingressContainer(settings.APP_INGRESS_IMAGE, instanceId, nodeId),
        now: () => clock.now(),
        say: (message) => log.info(message),
        onReload: () => loops.wake('request-metrics', 'local'),
      }),
    dns: overrides.dns ?? nameServerDns(settings.APP_DNS_SERVERS, () => clock.now()),
    acme: overrides.acme ?? acmeClient(() => clock.now()),
    logStreams: new Places(settings.APP_LOG_STREAMS_MAX),
    terminals: new Places(settings.APP_TERMINAL_MAX),
    logReads: createSemaphore(logReadsAtOnce),
    networkGate: createSemaphore(1),
    loops,
    changes: new ChangeFeed(clock),
    lease: loops.lease,
    workflows: allWorkflows,
    ingressProof: ingressProof(settings.APP_MASTER_KEY),
    instanceId,
    nodeId,
    version,
    startedAt,
    temporaryKey: box ? undefined : makeSigningKey(newId('key', startedAt)).publicJwk,
    stopping: stopping.signal,
  }

  if (box) await ensureSigningKey(ctx, box)
  await keepLocalNode(ctx)
  await prepareFirstAdmin(ctx)
  const app = await createHttpServer({
    ctx,
    routes: allRoutes,
    handlers: allHandlers as Record<string, AnyHandler<Context>>,
    authenticate: (credential, address, readAt, isUse) => authenticate(ctx, credential, address, readAt, isUse),
    trustedProxies: settings.APP_INGRESS_TRUSTED_PROXIES,
    ingressProof: ctx.ingressProof,
    dashboardDir,
  })
  const url = await app.listen({ ...settings.APP_HTTP_ADDR })
  await ctx.changes.start(store)
  await ctx.loops.start()
  const watching = [watchEngine(ctx, stopping.signal), watchTraffic(ctx, stopping.signal)]
  log.info({ url, database: store.kind, ms: clock.now().getTime() - startedAt.getTime() }, 'ready')

  return {
    ctx,
    url,
    /** New work is refused, what runs may finish, and the store closes last. */
    async stop() {
      stopping.abort()
      await Promise.all([app.close(), ctx.loops.stop(), ...watching])
      ctx.ingress.close()
      await audit.flush()
      await store.close()
      log.info('stopped')
    },
  }
}

/** The same after a restart, and for all control planes of an instance, where there is a key to make it from. */
function ingressProof(masterKey: Secret | undefined): Secret {
  if (!masterKey) return new Secret(randomBytes(32).toString('hex'))
  return new Secret(createHmac('sha256', masterKey.reveal()).update('proof of the ingress').digest('hex'))
}

function openStore(settings: Settings, clock: Clock, log: Logger): Promise<Store> {
  const url = settings.APP_DATABASE_URL
  if (!url) return openSqlite({ dataDir: settings.APP_DATA_DIR, now: clock.now(), exclusive: true })
  return openPostgres({
    url,
    now: clock.now(),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })
}

async function readInstanceId(db: Db, clock: Clock): Promise<string> {
  await db
    .insertInto('instance')
    .values({ id: 1, instance_id: newId('ins', clock.now()), created_at: isoNow(clock) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('instance').select('instance_id').executeTakeFirstOrThrow()).instance_id
}

/** Which machine this is; kept beside the state, made at the first start. */
async function readNodeId(dataDir: string, clock: Clock): Promise<string> {
  const file = join(dataDir, 'node-id')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known.trim() !== '') return known.trim()
  const fresh = newId('nod', clock.now())
  await writeFile(file, `${fresh}\n`)
  return fresh
}
