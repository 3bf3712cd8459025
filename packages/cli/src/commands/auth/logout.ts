// `levelrail auth logout`: ends the session on the server and forgets it here, the latter in any case.
import { ApiFailure, createClient } from '@levelrail/contract/client.ts'
import { command } from '../../command.ts'
import { deleteCredentials } from '../../credentials.ts'
import { endingOf } from '../../exit-codes.ts'

export const authLogout = command({
  name: 'auth logout',
  summary: 'Sign out and forget the session on this computer',
  arguments: {},
  options: {},
  examples: ['levelrail auth logout'],
  async run({ settings, connection, output }) {
    const { signIn, credentialsFile } = settings
    if (!signIn) {
      output.note('you are not signed in')
      return undefined
    }
    const client = createClient({ ...connection, baseUrl: signIn.api_url, token: undefined, session: signIn.session })
    const error = await client.logout().then(
      () => undefined,
      (cause: unknown) => cause,
    )
    await deleteCredentials(credentialsFile)
    const isOver = error === undefined || (error instanceof ApiFailure && error.status === 401)
    if (isOver) {
      output.note(`signed out of ${signIn.api_url}`)
      return undefined
    }
    output.error({
      error: `forgotten on this computer, but not ended on the server: ${error instanceof Error ? error.message : error}`,
      hint: 'it stays valid there until it expires',
    })
    return endingOf(error)
  },
})
