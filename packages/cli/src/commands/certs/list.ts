// `levelrail certs list`: certificates of the ingress, and how long they are good.
import type { Certificate } from '@levelrail/contract/schemas/certificates.ts'
import { command } from '../../command.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'

export const certsList = command({
  name: 'certs list',
  summary: 'List the certificates of the ingress',
  arguments: {},
  options: {},
  examples: [
    'levelrail certs list',
    `levelrail certs list --json | jq -r '.[] | select(.state != "healthy") | .sans[]'`,
  ],
  async run({ client, settings, output, now }) {
    const certificates = await client.certificateList()
    if (settings.json) output.json(certificates)
    else output.table(columns(now), certificates)
    return undefined
  },
})

const colors = { healthy: 'green', expiring_soon: 'yellow', pending: 'yellow', expired: 'red', failed: 'red' } as const

function columns(now: Date): Column<Certificate>[] {
  return [
    { title: 'HOSTS', cell: ({ sans }) => sans.join(', ') },
    { title: 'OWNER', cell: ({ tls_owner }) => tls_owner },
    { title: 'STATE', cell: ({ state }) => state.replaceAll('_', ' '), color: ({ state }) => colors[state] },
    { title: 'ENDS', cell: ({ not_after }) => relativeTime(not_after, now, '-') },
    { title: 'USED BY', cell: ({ domains }) => domains.join(', ') || '-' },
    { title: 'ISSUER', cell: ({ issuer }) => issuer || '-' },
    { title: 'ID', cell: ({ id }) => id },
    { title: 'MESSAGE', cell: ({ message }) => message ?? '' },
  ]
}
