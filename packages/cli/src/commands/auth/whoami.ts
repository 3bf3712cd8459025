// `levelrail auth whoami`: whose credential this is and what it may do.
import { command } from '../../command.ts'
import { printable } from '../../output/display-width.ts'
import { relativeTime } from '../../output/relative-time.ts'
import { policyText } from '../../policy.ts'

export const authWhoami = command({
  name: 'auth whoami',
  summary: 'Show who you are to the API and what you may do',
  arguments: {},
  options: {},
  examples: ['levelrail auth whoami', 'levelrail auth whoami --json'],
  async run({ client, settings, output, now }) {
    const identity = await client.sessionView()
    if (settings.json) {
      output.json(identity)
      return undefined
    }
    const { user, kind, token_name, abilities, policy, expires_at } = identity
    const lines = [
      `${user.display_name} <${user.email}>, ${user.role}`,
      kind === 'token' ? `by API token "${token_name}"` : 'signed in with a password',
      `may: ${abilities.join(', ')}`,
      `on: ${policyText(policy)}`,
      `ends: ${relativeTime(expires_at, now, 'never')}`,
      `at: ${settings.apiUrl}`,
    ]
    output.text(lines.map((line) => `${printable(line)}\n`).join(''))
    return undefined
  },
})
