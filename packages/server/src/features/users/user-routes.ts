// People and roles, for admins. Spec 5.
import type { Handler } from '../../context.ts'
import { conflict } from '../../errors.ts'
import { onePage, pageOf } from '../../http/paging.ts'
import { isoNow } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { hashPassword } from '../../lib/password.ts'
import { setPassword } from './set-password.ts'
import { emailKey, mustKeepAnAdmin, viewUser, writePolicy } from './user.ts'
import { countAdmins, deleteUser, insertUser, listUsers, updateUser } from './user-store.ts'
import { findUser } from './user-view.ts'

export const userList: Handler<'userList'> = async ({ db }, { query, request, answer }) => {
  const page = pageOf(query)
  const rows = await listUsers(db, page)
  return onePage(rows, page, (row) => ({ at: row.created_at, id: row.id }), request, answer).map(viewUser)
}

export const userView: Handler<'userView'> = async ({ db }, { params }) => viewUser(await findUser(db, params.id))

export const userCreate: Handler<'userCreate'> = async ({ clock }, { body, transact }) => {
  const id = newId('usr', clock.now())
  const password_hash = await hashPassword(body.password)
  const user = await transact(`users/${id}`, (trx) =>
    insertUser(trx, {
      id,
      email: body.email.trim(),
      email_key: emailKey(body.email),
      display_name: body.display_name.trim(),
      role: body.role,
      policy: writePolicy(body.policy),
      password_hash,
      is_first: 0,
      totp_sealed: null,
      created_at: isoNow(clock),
      last_login_at: null,
    }),
  )
  return viewUser(user)
}

export const userUpdate: Handler<'userUpdate'> = async (_, { params, body, transact }) => {
  const user = await transact(`users/${params.id}`, async (trx) => {
    const before = await findUser(trx, params.id)
    if (body.role && body.role !== 'admin') mustKeepAnAdmin(before, await countAdmins(trx), 'take the role away')
    return updateUser(trx, params.id, {
      ...(body.display_name === undefined ? {} : { display_name: body.display_name.trim() }),
      ...(body.role === undefined ? {} : { role: body.role }),
      ...(body.policy === undefined ? {} : { policy: writePolicy(body.policy) }),
    })
  })
  return viewUser(user)
}

export const userPasswordSet: Handler<'userPasswordSet'> = async (_, { params, body, transact }) => {
  const passwordHash = await hashPassword(body.password)
  await transact(`users/${params.id}`, (trx) => setPassword(trx, params.id, passwordHash))
}

export const userDelete: Handler<'userDelete'> = async (_, { params, actor, transact }) => {
  if (params.id === actor.user.id) throw conflict('you cannot remove yourself: ask another admin')
  await transact(`users/${params.id}`, async (trx) => {
    mustKeepAnAdmin(await findUser(trx, params.id), await countAdmins(trx), 'remove this one')
    await deleteUser(trx, params.id)
  })
}

export const profileUpdate: Handler<'profileUpdate'> = async (_, { body, actor, transact }) => {
  const { id } = actor.user
  return viewUser(
    await transact(`users/${id}`, (trx) => updateUser(trx, id, { display_name: body.display_name.trim() })),
  )
}
