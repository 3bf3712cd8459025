// `levelrail users create`: adds a person who can sign in.
import { roles } from '@levelrail/contract/ability.ts'
import { command } from '../../command.ts'
import { policyFrom, policyOptions } from '../../policy.ts'

export const usersCreate = command({
  name: 'users create',
  summary: 'Add a person; prints their id',
  arguments: {},
  options: {
    email: { kind: 'text', value: 'EMAIL', what: 'E-mail address they sign in with', required: true },
    name: { kind: 'text', value: 'NAME', what: 'Name to show', required: true },
    role: { kind: 'choice', of: roles, what: 'What they may do', required: true },
    'password-stdin': { kind: 'flag', what: 'Read the password from stdin, one line; asked for otherwise' },
    ...policyOptions,
  },
  examples: [
    'levelrail users create --email ada@example.com --name "Ada Lovelace" --role operator',
    'levelrail users create --email ci@example.com --name CI --role viewer --password-stdin < password.txt',
  ],
  async run({ client, settings, output, ask }, { email, name, role, 'password-stdin': fromStdin, ...globs }) {
    const policy = policyFrom(globs)
    const password = await ask.password(`Password for ${email}: `, { fromStdin, repeat: true })
    const body = { email, display_name: name, role, password, ...(policy ? { policy } : {}) }
    const user = await client.userCreate({ body })
    if (settings.json) output.json(user)
    else output.text(user.id)
    output.note(`${user.email} added as ${user.role}`)
    return undefined
  },
})
