// `levelrail certs upload`: a certificate with its key from files; the key is read from a file or stdin, never an argument.
import { readFile } from 'node:fs/promises'
import { command } from '../../command.ts'
import { invalid } from '../../exit-codes.ts'

export const certsUpload = command({
  name: 'certs upload',
  summary: 'Upload a certificate with its key; prints its id',
  details: 'Domains that it fits use it at once. The key must not be protected by a passphrase.',
  arguments: {},
  options: {
    cert: { kind: 'text', value: 'PATH', what: 'PEM file: the certificate, then each issuer in turn', required: true },
    key: { kind: 'text', value: 'PATH', what: 'PEM file of its private key; - for stdin', required: true },
  },
  examples: [
    'levelrail certs upload --cert fullchain.pem --key privkey.pem',
    'levelrail certs upload --cert fullchain.pem --key - < privkey.pem',
  ],
  async run({ client, settings, output, ask }, { cert, key }) {
    const certificate = await textOf(cert)
    const private_key = key === '-' ? await ask.everything() : await textOf(key)
    const made = await client.certificateCreate({ body: { certificate, private_key } })
    if (settings.json) output.json(made)
    else output.text(made.id)
    const used = made.domains.length === 0 ? 'no domain fits it yet' : `used by ${made.domains.join(', ')}`
    output.note(`The certificate for ${made.sans.join(', ')} is kept; ${used}`)
    return undefined
  },
})

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: Error) => {
    throw invalid(`cannot read the file: ${cause.message}`)
  })
}
