// People are named by id or by e-mail address; the API knows them by id.
import type { Client, ClientOptions } from '@levelrail/contract/client.ts'
import type { User } from '@levelrail/contract/schemas/users.ts'
import { pagesOf } from './connection.ts'
import { Failure } from './exit-codes.ts'
import type { Argument } from './options.ts'

export const userArgument = { what: 'Id or e-mail address' } as const satisfies Argument

interface Way {
  client: Client
  connection: ClientOptions
}

export async function findUser({ client, connection }: Way, name: string): Promise<User> {
  if (!name.includes('@')) return client.userView({ params: { id: name } })
  for await (const { rows } of pagesOf(connection, 'userList', { limit: 200 })) {
    const user = rows.find(({ email }) => email.toLowerCase() === name.toLowerCase())
    if (user) return user
  }
  throw new Failure('api', `there is no user "${name}"`, 'see: levelrail users list')
}

/** The id alone, without a call where the name is the id already. */
export async function findUserId(way: Way, name: string): Promise<string> {
  return name.includes('@') ? (await findUser(way, name)).id : name
}
