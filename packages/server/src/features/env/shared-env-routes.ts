// Variables that organizations, projects and environments share with their apps. A secret is sealed and never answered;
// what is edited takes effect with the next deploy or restart of each app. Spec 2.3, 4.3.
import { boxFor, type Context, type Handler } from '../../context.ts'
import { badRequest, conflict } from '../../errors.ts'
import { Secret } from '../../lib/secret.ts'
import type { Db, Trx } from '../../store/store.ts'
import type { SharedVariableRow } from '../../store/tables.ts'
import { findEnvironment, findOrganization, findProject } from '../projects/project-view.ts'
import { envKeyProblem, envProblems, envValueProblem, maxVariables } from './env-rules.ts'
import { deleteSharedSecret, listSharedVariables, replacePlainVariables, saveSharedSecret } from './shared-env-store.ts'
import { sharedSecretPlace } from './shared-env-view.ts'

const organization = handlersFor('organizations', findOrganization)
export const organizationEnvView: Handler<'organizationEnvView'> = organization.view
export const organizationEnvReplace: Handler<'organizationEnvReplace'> = organization.replace
export const organizationEnvAll: Handler<'organizationEnvAll'> = organization.all
export const organizationSecretList: Handler<'organizationSecretList'> = organization.secretList
export const organizationSecretSet: Handler<'organizationSecretSet'> = organization.secretSet
export const organizationSecretDelete: Handler<'organizationSecretDelete'> = organization.secretDelete

const project = handlersFor('projects', findProject)
export const projectEnvView: Handler<'projectEnvView'> = project.view
export const projectEnvReplace: Handler<'projectEnvReplace'> = project.replace
export const projectEnvAll: Handler<'projectEnvAll'> = project.all
export const projectSecretList: Handler<'projectSecretList'> = project.secretList
export const projectSecretSet: Handler<'projectSecretSet'> = project.secretSet
export const projectSecretDelete: Handler<'projectSecretDelete'> = project.secretDelete

const environment = handlersFor('environments', findEnvironment)
export const environmentEnvView: Handler<'environmentEnvView'> = environment.view
export const environmentEnvReplace: Handler<'environmentEnvReplace'> = environment.replace
export const environmentEnvAll: Handler<'environmentEnvAll'> = environment.all
export const environmentSecretList: Handler<'environmentSecretList'> = environment.secretList
export const environmentSecretSet: Handler<'environmentSecretSet'> = environment.secretSet
export const environmentSecretDelete: Handler<'environmentSecretDelete'> = environment.secretDelete

interface Owned {
  params: { id: string }
}
interface Keyed {
  params: { id: string; key: string }
}
interface Writing {
  transact<T>(resource: string, write: (trx: Trx) => Promise<T>): Promise<T>
}

/** The same six for each tier; `find` throws for an owner that is not there. */
function handlersFor(owners: string, find: (db: Db | Trx, id: string) => Promise<{ id: string }>) {
  const read = async ({ db }: Pick<Context, 'db'>, { params }: Owned) =>
    listSharedVariables(db, (await find(db, params.id)).id)
  const plainOf = (rows: Awaited<ReturnType<typeof read>>) =>
    Object.fromEntries(rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])))
  return {
    view: async (ctx: Context, input: Owned) => plainOf(await read(ctx, input)),

    async replace(_: Context, { params, body, transact }: Owned & Writing & { body: Record<string, string> }) {
      const [problem] = envProblems(body)
      if (problem) throw badRequest(problem)
      return transact(`${owners}/${params.id}/env`, async (trx) => {
        await find(trx, params.id)
        refuseSecrets(await listSharedVariables(trx, params.id), body)
        await replacePlainVariables(trx, params.id, body)
        return plainOf(await listSharedVariables(trx, params.id))
      })
    },

    all: async (ctx: Context, input: Owned) =>
      (await read(ctx, input)).map(({ key, value, value_sealed }) => {
        const isSecret = value === null
        return { key, value, secret: isSecret, set: !isSecret || value_sealed !== null }
      }),

    secretList: async (ctx: Context, input: Owned) =>
      (await read(ctx, input)).filter(({ value }) => value === null).map(({ key }) => key),

    async secretSet(
      ctx: Context,
      { params, body, transact }: Keyed & Writing & { body: { value: string } },
    ): Promise<undefined> {
      const box = boxFor(ctx, 'a shared secret')
      const problem = envKeyProblem(params.key) ?? envValueProblem(params.key, body.value)
      if (problem) throw badRequest(problem)
      await transact(`${owners}/${params.id}/env/secrets/${params.key}`, async (trx) => {
        await find(trx, params.id)
        refuseTooMany(await listSharedVariables(trx, params.id), params.key)
        const value_sealed = box.seal(sharedSecretPlace(params.id, params.key), new Secret(body.value))
        await saveSharedSecret(trx, { owner_id: params.id, key: params.key, value: null, value_sealed })
      })
    },

    async secretDelete(_: Context, { params, transact }: Keyed & Writing): Promise<undefined> {
      await transact(`${owners}/${params.id}/env/secrets/${params.key}`, async (trx) => {
        await find(trx, params.id)
        await deleteSharedSecret(trx, params.id, params.key)
      })
    },
  }
}

/** What was made a secret does not become plain by the way. */
function refuseSecrets(rows: Pick<SharedVariableRow, 'key' | 'value'>[], env: Record<string, string>): void {
  const taken = rows.find(({ key, value }) => value === null && Object.hasOwn(env, key))
  if (taken) throw conflict(`${JSON.stringify(taken.key)} is a secret here: delete the secret first, or leave it out`)
}

function refuseTooMany(rows: Pick<SharedVariableRow, 'key' | 'value'>[], key: string): void {
  const others = rows.filter((row) => row.value === null && row.key !== key)
  if (others.length >= maxVariables)
    throw badRequest(`key: there are ${maxVariables} secrets already, which is the most`)
}
