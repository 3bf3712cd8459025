// Gets the certificate of a host, on from wherever it is: each thing is kept before the next is asked for, so that a
// kill at any place loses nothing and orders nothing twice.
import { writeAsLeader } from '../../background/write-as-leader.ts'
import { boxFor, type Context } from '../../context.ts'
import { type AcmeAccount, AcmeError } from '../../drivers/acme/acme.ts'
import { isoAfter, isoNow, pause } from '../../lib/clock.ts'
import { failpoint } from '../../lib/failpoint.ts'
import type { Secret } from '../../lib/secret.ts'
import type { AcmeOrderRow } from '../../store/tables.ts'
import { readChain, readKey } from '../certificates/certificate-chain.ts'
import { keepCertificate, noteCertificate } from '../certificates/keep-certificate.ts'
import { checkDns } from '../ingress/check-dns.ts'
import type { KeptSettings } from '../ingress/ingress-settings.ts'
import { readIngressSettings } from '../ingress/ingress-settings-view.ts'
import { leadTraffic } from '../ingress/lead-traffic.ts'
import { getOrder } from './acme-order-view.ts'
import { waitAfterFailure, waitForDns } from './acme-plan.ts'
import { atRest, noOrder, saveOrder, setAccountUrl } from './acme-store.ts'
import { openAccount } from './open-account.ts'
import { nextStep } from './order-step.ts'

const shortestPauseMs = 1000
/** An authority that has not decided by then is asked again later, about the same order. */
const longestWaitMs = 120_000

export async function orderCertificate(ctx: Context, host: string, signal: AbortSignal): Promise<void> {
  const settings = await readIngressSettings(ctx.db)
  const row = await getOrder(ctx.db, host)
  const isUnderWay = row?.order_url !== undefined && row.order_url !== null
  if (!isUnderWay && !(await isLedHere(ctx, host, row, signal))) return
  try {
    const account = await openAccount(ctx, settings, signal)
    const order = await beginOrder(ctx, account, host, row, signal)
    const pem = await walkOrder(ctx, account, host, order, signal)
    await keep(ctx, host, pem, order.key)
  } catch (error) {
    if (!(error instanceof AcmeError)) throw error
    return noteFailure(ctx, settings, host, error)
  }
  await failpoint('acme.certificate-kept')
  ctx.log.info({ host }, 'a certificate was issued')
  await leadTraffic(ctx, signal)
}

/** Nothing is ordered for what leads elsewhere: the authority would look there, and count a failure. */
async function isLedHere(
  ctx: Context,
  host: string,
  row: AcmeOrderRow | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const { status, message } = await checkDns(ctx, host, signal)
  if (status === 'connected') return true
  const dnsWaits = (row?.dns_waits ?? 0) + 1
  await writeAsLeader(ctx, async (trx) => {
    await saveOrder(trx, host, isoNow(ctx.clock), {
      wanted_now: 0,
      dns_waits: dnsWaits,
      message,
      next_attempt_at: isoAfter(ctx.clock, waitForDns(dnsWaits)),
    })
    await noteCertificate(trx, ctx.clock.now(), 'acme', [host], null)
  })
  return false
}

interface OpenOrder {
  url: string
  key: Secret
}

async function beginOrder(
  ctx: Context,
  account: AcmeAccount,
  host: string,
  row: AcmeOrderRow | undefined,
  signal: AbortSignal,
): Promise<OpenOrder> {
  const box = boxFor(ctx, 'ACME')
  const place = { table: 'acme_orders', row: host, column: 'key_sealed' }
  if (row?.order_url && row.key_sealed && row.directory_url === account.directoryUrl)
    return { url: row.order_url, key: box.open(place, row.key_sealed) }
  const key = ctx.acme.newKey()
  const url = await ctx.acme.order(account, host, signal)
  await failpoint('acme.ordered')
  await writeAsLeader(ctx, async (trx) => {
    await saveOrder(trx, host, isoNow(ctx.clock), {
      ...noOrder,
      directory_url: account.directoryUrl,
      order_url: url,
      key_sealed: box.seal(place, key),
      dns_waits: 0,
      message: null,
    })
    await noteCertificate(trx, ctx.clock.now(), 'acme', [host], null)
  })
  await failpoint('acme.order-kept')
  return { url, key }
}

/** Answers PEM. */
async function walkOrder(
  ctx: Context,
  account: AcmeAccount,
  host: string,
  { url, key }: OpenOrder,
  signal: AbortSignal,
): Promise<string> {
  const { acme, clock } = ctx
  const until = clock.now().getTime() + longestWaitMs
  const said = { isAnswered: false, isFinalized: false }
  for (let pauseMs = shortestPauseMs; ; ) {
    const seen = await acme.look(account, url, signal)
    const step = nextStep(seen, said)
    if (step.kind === 'fail') throw new AcmeError('order-failed', step.reason)
    if (step.kind === 'download') return acme.download(account, url, signal)
    if (step.kind === 'finalize') {
      await acme.finalize(account, url, host, key, signal)
      await failpoint('acme.finalized')
      said.isFinalized = true
    } else if (step.kind === 'answer') {
      const { token, answer } = step
      await writeAsLeader(ctx, (trx) => saveOrder(trx, host, isoNow(clock), { token, answer }))
      await leadTraffic(ctx, signal)
      await failpoint('acme.challenge-answered')
      await acme.challengeIsReady(account, url, signal)
      await failpoint('acme.challenge-told')
      said.isAnswered = true
    } else {
      const waitMs = Math.max(pauseMs, seen.retryAfterMs)
      if (clock.now().getTime() + waitMs > until)
        throw new AcmeError('refused', 'the certificate authority has not decided yet', waitMs)
      await pause(clock, waitMs, signal)
      pauseMs = Math.min(pauseMs * 2, 10_000)
    }
  }
}

async function keep(ctx: Context, host: string, pem: string, key: Secret): Promise<void> {
  const chain = readChain(pem)
  if (!chain.ok) throw new AcmeError('order-failed', `the certificate that was issued ${chain.reason}`)
  const fits = readKey(key, chain.value)
  if (!fits.ok) throw new AcmeError('order-failed', `the key of the certificate that was issued ${fits.reason}`)
  if (!chain.value.hosts.includes(host))
    throw new AcmeError('order-failed', `the certificate that was issued is for ${chain.value.hosts.join(', ')}`)
  await writeAsLeader(ctx, async (trx) => {
    const made = { owner: 'acme' as const, hosts: [host], chain: chain.value, key }
    await keepCertificate(trx, boxFor(ctx, 'ACME'), ctx.clock.now(), made)
    await saveOrder(trx, host, isoNow(ctx.clock), atRest)
  })
}

async function noteFailure(ctx: Context, settings: KeptSettings, host: string, error: AcmeError): Promise<void> {
  const failures = ((await getOrder(ctx.db, host))?.failures ?? 0) + 1
  const nextAttemptAt = isoAfter(ctx.clock, waitAfterFailure(failures, error.retryAfterMs))
  const isOver = error.kind === 'order-failed' || error.kind === 'no-order' || error.kind === 'no-account'
  ctx.log.warn({ host, failures, nextAttemptAt }, `no certificate: ${error.message}`)
  await writeAsLeader(ctx, async (trx) => {
    await saveOrder(trx, host, isoNow(ctx.clock), {
      ...(isOver ? noOrder : {}),
      wanted_now: 0,
      failures,
      message: error.message,
      next_attempt_at: nextAttemptAt,
    })
    // An authority that forgot the account is given its key again.
    if (error.kind === 'no-account') await setAccountUrl(trx, settings.acme_directory_url, null)
    await noteCertificate(trx, ctx.clock.now(), 'acme', [host], error.message)
  })
  if (isOver) ctx.loops.wake('ingress', 'local')
}
