// `levelrail tokens revoke`: ends an API token at once.
import { command } from '../../command.ts'
import { asPerson } from '../../connection.ts'

export const tokensRevoke = command({
  name: 'tokens revoke',
  summary: 'Revoke an API token at once',
  arguments: { id: { what: 'Id of the token, from: levelrail tokens list' } },
  options: {},
  examples: ['levelrail tokens revoke tok_0mwh89smt06d74a34fe36572f'],
  async run({ client, settings, output }, { id }) {
    await asPerson(settings.credential, client.tokenRevoke({ params: { id } }))
    output.note(`token ${id} is revoked`)
    return undefined
  },
})
