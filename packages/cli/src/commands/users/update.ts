// `levelrail users update`: changes a person's name, role or the resources they may touch.
import { roles } from '@levelrail/contract/ability.ts'
import { command } from '../../command.ts'
import { usage } from '../../exit-codes.ts'
import { findUserId, userArgument } from '../../find-user.ts'
import { policyFrom, policyOptions, policyText } from '../../policy.ts'

export const usersUpdate = command({
  name: 'users update',
  summary: 'Change a person’s name, role or reach',
  arguments: { user: userArgument },
  options: {
    name: { kind: 'text', value: 'NAME', what: 'New name to show' },
    role: { kind: 'choice', of: roles, what: 'New role' },
    ...policyOptions,
    'all-resources': { kind: 'flag', what: 'Take every limit on apps and databases away' },
  },
  examples: [
    'levelrail users update ada@example.com --role admin',
    "levelrail users update ada@example.com --app 'shop-*'",
  ],
  async run(context, { user: named, name, role, 'all-resources': isUnlimited, ...globs }) {
    const { client, settings, output } = context
    const limited = policyFrom(globs)
    if (isUnlimited && limited) throw usage('--all-resources goes with neither --app nor --database', 'choose one')
    const policy = isUnlimited ? null : limited
    const body = {
      ...(name === undefined ? {} : { display_name: name }),
      ...(role === undefined ? {} : { role }),
      ...(policy === undefined ? {} : { policy }),
    }
    if (Object.keys(body).length === 0)
      throw usage('nothing to change', 'give --name, --role, --app, --database or --all-resources')
    const user = await client.userUpdate({ params: { id: await findUserId(context, named) }, body })
    if (settings.json) output.json(user)
    output.note(`${user.email} is now "${user.display_name}", ${user.role}, on ${policyText(user.policy)}`)
    return undefined
  },
})
