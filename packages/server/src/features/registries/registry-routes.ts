// Credentials of image registries. A password comes in, is sealed, and is opened only for the engine.
import { boxFor, type Handler } from '../../context.ts'
import { DriverError } from '../../drivers/container/container.ts'
import { badRequest, conflict, unavailable } from '../../errors.ts'
import { isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { parseRegistryHost } from '../../lib/image-reference.ts'
import { Secret } from '../../lib/secret.ts'
import { countAppsWith } from './credential-users.ts'
import { passwordPlace, viewCredential } from './registry-credential.ts'
import { openLogin, safeAnswer } from './registry-login.ts'
import { deleteCredential, insertCredential, updateCredential } from './registry-store.ts'
import { findCredential, listCredentials } from './registry-view.ts'

const testDeadlineMs = 30_000
const what = 'a registry credential'

export const registryCredentialList: Handler<'registryCredentialList'> = async ({ db }) =>
  (await listCredentials(db)).map(viewCredential)

export const registryCredentialView: Handler<'registryCredentialView'> = async ({ db }, { params }) =>
  viewCredential(await findCredential(db, params.id))

export const registryCredentialCreate: Handler<'registryCredentialCreate'> = async (ctx, { body, transact }) => {
  const box = boxFor(ctx, what)
  const id = newId('reg', ctx.clock.now())
  const now = isoNow(ctx.clock)
  const row = {
    id,
    name: body.name.trim(),
    registry_host: registryHost(body.registry_host),
    username: body.username,
    password_sealed: box.seal(passwordPlace(id), new Secret(body.password)),
    created_at: now,
    updated_at: now,
    last_used_at: null,
    last_result: null,
  }
  return viewCredential(await transact(`registry-credentials/${id}`, (trx) => insertCredential(trx, row)))
}

export const registryCredentialUpdate: Handler<'registryCredentialUpdate'> = async (
  ctx,
  { params: { id }, body, transact },
) => {
  const sealed =
    body.password === undefined ? undefined : boxFor(ctx, what).seal(passwordPlace(id), new Secret(body.password))
  const host = body.registry_host === undefined ? undefined : registryHost(body.registry_host)
  const row = await transact(`registry-credentials/${id}`, async (trx) => {
    const before = await findCredential(trx, id)
    // Who may write here, but does not know the password, must not have it sent to a host of their choice.
    if (host !== undefined && host !== before.registry_host && sealed === undefined)
      throw badRequest('password: a change of registry_host needs the password again, so that it is not sent elsewhere')
    return updateCredential(trx, id, {
      updated_at: isoNow(ctx.clock),
      ...(body.name === undefined ? {} : { name: body.name.trim() }),
      ...(host === undefined ? {} : { registry_host: host }),
      ...(body.username === undefined ? {} : { username: body.username }),
      ...(sealed === undefined ? {} : { password_sealed: sealed }),
    })
  })
  return viewCredential(row)
}

export const registryCredentialDelete: Handler<'registryCredentialDelete'> = async (_, { params, transact }) => {
  await transact(`registry-credentials/${params.id}`, async (trx) => {
    const { name } = await findCredential(trx, params.id)
    const users = await countAppsWith(trx, params.id)
    if (users > 0)
      throw conflict(
        `registry credential ${JSON.stringify(name)} is used by ${users} ${users === 1 ? 'app' : 'apps'}: give ${users === 1 ? 'it' : 'them'} another one first`,
      )
    await deleteCredential(trx, params.id)
  })
}

export const registryCredentialTest: Handler<'registryCredentialTest'> = async (ctx, { params, transact, signal }) => {
  await findCredential(ctx.db, params.id)
  const login = await openLogin(ctx, params.id)
  const tooLate = AbortSignal.timeout(testDeadlineMs)
  const said = await ctx.engine.tryLogin(login, AbortSignal.any([signal, tooLate])).then(
    (answer) => ({ accepted: true, answer }),
    (error: unknown) => {
      if (!(error instanceof DriverError)) throw error
      if (error.kind === 'unreachable' && !tooLate.aborted) throw unavailable(error.message)
      const silence = `${login.registry} did not answer in ${testDeadlineMs / 1000} s`
      return { accepted: false, answer: tooLate.aborted ? silence : error.message }
    },
  )
  const result = { accepted: said.accepted, answer: safeAnswer(login, said.answer), tested_at: isoNow(ctx.clock) }
  await transact(`registry-credentials/${params.id}`, (trx) =>
    updateCredential(trx, params.id, { last_used_at: result.tested_at, last_result: result.answer }),
  )
  return result
}

function registryHost(text: string): string {
  const parsed = parseRegistryHost(text)
  if (!parsed.ok) throw badRequest(`registry_host: ${parsed.reason}`)
  return parsed.value
}
