// `levelrail users set-password`: gives a person a new password; their sessions end.
import { command } from '../../command.ts'
import { findUserId, userArgument } from '../../find-user.ts'

export const usersSetPassword = command({
  name: 'users set-password',
  summary: 'Give a person a new password; their sessions end',
  arguments: { user: userArgument },
  options: { 'password-stdin': { kind: 'flag', what: 'Read the password from stdin, one line; asked for otherwise' } },
  examples: [
    'levelrail users set-password ada@example.com',
    'levelrail users set-password ada@example.com --password-stdin < password.txt',
  ],
  async run(context, { user, 'password-stdin': fromStdin }) {
    const id = await findUserId(context, user)
    const password = await context.ask.password(`New password for ${user}: `, { fromStdin, repeat: true })
    await context.client.userPasswordSet({ params: { id }, body: { password } })
    context.output.note(`${user} has a new password, and their sessions have ended`)
    return undefined
  },
})
