// Certificates over the API. A key comes in, is sealed, and is opened only for the proxy.
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import { boxFor, type Context, type Handler } from '../../context.ts'
import { mostPayloadBytes } from '../../drivers/ingress/proxy-socket.ts'
import { badRequest, conflict, notYet } from '../../errors.ts'
import { mayTouch, type SignedIn } from '../../http/actor.ts'
import { newId } from '../../lib/ids.ts'
import { Secret } from '../../lib/secret.ts'
import type { AcmeOrderRow } from '../../store/tables.ts'
import { listOrders } from '../acme/acme-order-view.ts'
import { nextAttemptAt } from '../acme/acme-plan.ts'
import { readServed } from '../ingress/ingress-view.ts'
import { certificateState, covers, type StoredCertificate } from './certificate.ts'
import { type ReadChain, readChain, readKey } from './certificate-chain.ts'
import { deleteCertificate } from './certificate-store.ts'
import { findCertificate, getAuthority } from './certificate-view.ts'
import { fallbackHost } from './internal-plan.ts'
import { keepCertificate } from './keep-certificate.ts'

export const certificateList: Handler<'certificateList'> = async (ctx, { actor }) => {
  const { certificates, names, uses } = await readUses(ctx)
  const orders = new Map((await listOrders(ctx.db)).map((order) => [order.host, order]))
  const mayBeSeen = ({ hosts }: StoredCertificate) => {
    const concerned = names.filter(({ host }) => hosts.some((name) => covers(name, host)))
    return concerned.length === 0 || concerned.some(({ app }) => mayTouch(actor, 'app', app))
  }
  return certificates
    .filter((each) => !each.hosts.includes(fallbackHost) && mayBeSeen(each))
    .map((each) => view(ctx, actor, each, uses.get(each.id) ?? [], orders.get(each.hosts[0] ?? '')))
}

export const certificateCreate: Handler<'certificateCreate'> = async (ctx, { body, actor, transact }) => {
  const box = boxFor(ctx, 'a certificate')
  const now = ctx.clock.now()
  const { chain, key } = checkUpload(body, now)
  const id = newId('crt', now)
  const kept = await transact(`certificates/${id}`, (trx) =>
    keepCertificate(trx, box, now, { id, owner: 'custom', chain, key }),
  )
  const { uses } = await readUses(ctx)
  return view(ctx, actor, kept, uses.get(kept.id) ?? [])
}

export const certificateDelete: Handler<'certificateDelete'> = async (_, { params, transact }) => {
  await transact(`certificates/${params.id}`, async (trx) => {
    const { owner } = await findCertificate(trx, params.id)
    if (owner !== 'custom')
      throw conflict('only uploaded certificates can be removed: this one goes when no domain needs it any more')
    await deleteCertificate(trx, params.id)
  })
}

export const certificateAuthorityView: Handler<'certificateAuthorityView'> = async ({ db }) => {
  const authority = await getAuthority(db)
  if (!authority) throw notYet('there is no internal authority yet: it is made when the ingress first takes HTTPS')
  return authority.certificate_pem
}

function checkUpload(
  { certificate, private_key }: { certificate: string; private_key: string },
  now: Date,
): { chain: ReadChain; key: Secret } {
  const chain = readChain(certificate)
  if (!chain.ok) throw badRequest(`certificate: it ${chain.reason}`)
  const { notAfter, pem } = chain.value
  if (notAfter <= now) throw badRequest(`certificate: it ended at ${notAfter.toISOString()}`)
  const key = readKey(new Secret(private_key), chain.value)
  if (!key.ok) throw badRequest(`private_key: it ${key.reason}`)
  if (pem.length + key.value.length > mostPayloadBytes)
    throw badRequest(
      `certificate: with its key it is longer than ${mostPayloadBytes} bytes; leave out the root, which clients have`,
    )
  return { chain: chain.value, key: new Secret(key.value) }
}

interface Use {
  domain: string
  app: string
}

/** Which domains each certificate answers for, by its id. */
async function readUses(ctx: Context) {
  const { certificates, names, served } = await readServed(ctx)
  const uses = Map.groupBy(
    names.map(({ host, path, app }) => ({ domain: `${host}${path}`, app, host })),
    ({ host }) => served.hosts.get(host)?.certificate?.id ?? '',
  )
  return { certificates, names, uses }
}

function view(
  ctx: Context,
  actor: SignedIn,
  certificate: StoredCertificate,
  used: Use[],
  order?: AcmeOrderRow,
): Certificate {
  const now = ctx.clock.now()
  const { id, owner, hosts, issuer, not_before, not_after, fingerprint, error, created_at, updated_at } = certificate
  return {
    id,
    tls_owner: owner,
    sans: hosts,
    domains: used.filter(({ app }) => mayTouch(actor, 'app', app)).map(({ domain }) => domain),
    issuer,
    not_before,
    not_after,
    fingerprint,
    state: certificateState(certificate, now),
    message: error ?? (owner === 'acme' ? (order?.message ?? null) : null),
    next_attempt_at: owner === 'acme' ? nextAttemptAt(certificate, order, now) : null,
    created_at,
    updated_at,
  }
}
