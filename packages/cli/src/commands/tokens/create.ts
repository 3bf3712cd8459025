// `levelrail tokens create`: the token alone on stdout, so that TOKEN=$(levelrail tokens create ...) works.
import { abilities } from '@levelrail/contract/ability.ts'
import { command } from '../../command.ts'
import { asPerson } from '../../connection.ts'
import { relativeTime } from '../../output/relative-time.ts'
import { policyFrom, policyOptions, policyText } from '../../policy.ts'

export const tokensCreate = command({
  name: 'tokens create',
  summary: 'Make an API token and print it, once',
  details: 'Needs a signed-in person. Programs use the token through APP_API_TOKEN or --token-file.',
  arguments: {},
  options: {
    name: { kind: 'text', value: 'NAME', what: 'What the token is for', required: true },
    ability: { kind: 'choices', of: abilities, what: 'What it may do', required: true },
    'expires-in-days': { kind: 'number', value: 'N', what: 'Days until it ends; never when left out' },
    ...policyOptions,
  },
  examples: [
    'TOKEN=$(levelrail tokens create --name ci --ability deploy --expires-in-days 90)',
    "levelrail tokens create --name shop-ci --ability deploy --app 'shop-*'",
  ],
  async run({ client, settings, output, now }, { name, ability, 'expires-in-days': days, ...globs }) {
    const policy = policyFrom(globs)
    const body = {
      name,
      abilities: ability,
      ...(days === undefined ? {} : { expires_in_days: days }),
      ...(policy ? { policy } : {}),
    }
    const token = await asPerson(settings.credential, client.tokenCreate({ body }))
    if (settings.json) {
      output.json(token)
      return undefined
    }
    output.text(token.token)
    output.note(`token "${token.name}" (${token.id}) made; this is the only time its text is shown`)
    output.note(`it may ${token.abilities.join(', ')} on ${policyText(token.policy)}`)
    output.note(
      `it ends: ${relativeTime(token.expires_at, now, 'never')}; revoke it with: levelrail tokens revoke ${token.id}`,
    )
    return undefined
  },
})
