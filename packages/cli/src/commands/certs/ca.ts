// `levelrail certs ca`: the root certificate of the internal authority, for clients that should trust it.
import { command } from '../../command.ts'

export const certsCa = command({
  name: 'certs ca',
  summary: 'Print the root certificate of the internal authority as PEM',
  details:
    'A client that trusts it trusts every certificate of the internal authority: curl --cacert levelrail-ca.pem https://web.localhost',
  arguments: {},
  options: {},
  examples: ['levelrail certs ca > levelrail-ca.pem'],
  async run({ client, output }) {
    output.text((await client.certificateAuthorityView()).trimEnd())
    return undefined
  },
})
