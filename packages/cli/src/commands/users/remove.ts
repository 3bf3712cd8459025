// `levelrail users remove`: removes a person with their sessions and tokens, once their e-mail address is typed again.
import { command } from '../../command.ts'
import { invalid } from '../../exit-codes.ts'
import { findUser, userArgument } from '../../find-user.ts'

export const usersRemove = command({
  name: 'users remove',
  summary: 'Remove a person with their sessions and tokens',
  arguments: { user: userArgument },
  options: { yes: { kind: 'flag', what: 'Do not ask' } },
  examples: ['levelrail users remove ada@example.com', 'levelrail users remove ada@example.com --yes'],
  async run(context, { user: named, yes }) {
    const { id, email } = await findUser(context, named)
    if (!yes) {
      const question = `This ends the sessions and tokens of ${email} too.\nType the e-mail address to remove them: `
      const typed = await context.ask.line(question, 'confirm with --yes')
      if (typed !== email) throw invalid(`"${typed}" is not "${email}"`, 'nobody was removed')
    }
    await context.client.userDelete({ params: { id } })
    context.output.note(`${email} is removed`)
    return undefined
  },
})
