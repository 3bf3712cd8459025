// `levelrail certs delete`: removes an uploaded certificate.
import { command } from '../../command.ts'

export const certsDelete = command({
  name: 'certs delete',
  summary: 'Remove an uploaded certificate; its domains get another one',
  arguments: { id: { what: 'Its id, as "levelrail certs list" shows it' } },
  options: {},
  examples: ['levelrail certs delete crt_0mb2x'],
  async run({ client, output }, { id }) {
    await client.certificateDelete({ params: { id } })
    output.note(`${id} is removed`)
    return undefined
  },
})
