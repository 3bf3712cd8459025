// `levelrail users list`: everybody who can sign in, newest first.
import type { User } from '@levelrail/contract/schemas/users.ts'
import { command } from '../../command.ts'
import { pagesOf } from '../../connection.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'
import { policyText } from '../../policy.ts'

export const usersList = command({
  name: 'users list',
  summary: 'List people who can sign in, newest first',
  arguments: {},
  options: {},
  examples: ['levelrail users list', "levelrail users list --json | jq -r '.[].email'"],
  async run({ connection, settings, output, now }) {
    const users: User[] = []
    for await (const { rows } of pagesOf(connection, 'userList', { limit: 200 })) users.push(...rows)
    if (settings.json) output.json(users)
    else output.table(columns(now), users)
    return undefined
  },
})

function columns(now: Date): Column<User>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'E-MAIL', cell: ({ email }) => email },
    { title: 'NAME', cell: ({ display_name }) => display_name },
    { title: 'ROLE', cell: ({ role }) => role },
    { title: 'SECOND FACTOR', cell: ({ two_factor }) => (two_factor ? 'on' : 'off') },
    { title: 'ON', cell: ({ policy }) => policyText(policy) },
    { title: 'LAST SIGN-IN', cell: ({ last_login_at }) => relativeTime(last_login_at, now, 'never') },
  ]
}
