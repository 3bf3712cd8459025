// `levelrail certs renew`: orders a certificate now, after a record was mended or before its time.
import { command } from '../../command.ts'
import { Failure } from '../../exit-codes.ts'

export const certsRenew = command({
  name: 'certs renew',
  summary: 'Order a certificate by ACME now, whatever was waited for',
  arguments: { host: { what: 'Host that it is for, or its id' } },
  options: {},
  examples: ['levelrail certs renew shop.example.com'],
  async run({ client, output }, { host }) {
    const known = await client.certificateList()
    const found = known.find(({ id, sans, tls_owner }) => id === host || (tls_owner === 'acme' && sans.includes(host)))
    if (!found) throw new Failure('api', `there is no certificate by ACME for ${host}`, 'see: levelrail certs list')
    await client.certificateRenew({ params: { id: found.id } })
    output.note(`a certificate for ${found.sans.join(', ')} is ordered; see: levelrail certs list`)
    return undefined
  },
})
