// `levelrail tokens list`: API tokens, newest first; their text is never shown again.
import type { Token } from '@levelrail/contract/schemas/auth.ts'
import { command } from '../../command.ts'
import { asPerson } from '../../connection.ts'
import { relativeTime } from '../../output/relative-time.ts'
import type { Column } from '../../output/table.ts'
import { policyText } from '../../policy.ts'

export const tokensList = command({
  name: 'tokens list',
  summary: 'List API tokens, newest first',
  arguments: {},
  options: {},
  examples: ['levelrail tokens list'],
  async run({ client, settings, output, now }) {
    const tokens = await asPerson(settings.credential, client.tokenList())
    if (settings.json) output.json(tokens)
    else if (tokens.length === 0) output.note('no tokens yet, make one with: levelrail tokens create')
    else output.table(columns(now), tokens)
    return undefined
  },
})

function columns(now: Date): Column<Token>[] {
  return [
    { title: 'ID', cell: ({ id }) => id },
    { title: 'NAME', cell: ({ name }) => name },
    { title: 'OWNER', cell: ({ owner }) => owner },
    { title: 'ABILITIES', cell: ({ abilities }) => abilities.join(',') },
    { title: 'ON', cell: ({ policy }) => policyText(policy) },
    { title: 'CREATED', cell: ({ created_at }) => relativeTime(created_at, now) },
    { title: 'LAST USED', cell: ({ last_used_at }) => relativeTime(last_used_at, now, 'never') },
    { title: 'STATE', cell: (token) => stateOf(token, now), color: (token) => (token.revoked_at ? 'dim' : undefined) },
  ]
}

function stateOf({ revoked_at, expires_at }: Token, now: Date): string {
  if (revoked_at) return `revoked ${relativeTime(revoked_at, now)}`
  if (!expires_at) return 'valid'
  return Date.parse(expires_at) <= now.getTime() ? 'expired' : `expires ${relativeTime(expires_at, now)}`
}
