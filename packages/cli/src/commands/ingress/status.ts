// `levelrail ingress status`: whether requests reach apps, and how many names lead to one.
import type { Condition } from '@levelrail/contract/schemas/common.ts'
import type { Domain } from '@levelrail/contract/schemas/domains.ts'
import { command } from '../../command.ts'
import { Failure } from '../../exit-codes.ts'
import { conditionsText } from '../../output/conditions.ts'
import { stateWords } from '../domains.ts'

export const ingressStatus = command({
  name: 'ingress status',
  summary: 'Show whether requests reach apps',
  details: 'Ends with 0 whenever the platform answers; with --check, with 4 when the ingress is on and does not serve.',
  arguments: {},
  options: { check: { kind: 'flag', what: 'End with code 4 when it does not serve' } },
  examples: ['levelrail ingress status', 'levelrail ingress status --check'],
  async run({ client, settings, output, now }, { check }) {
    const { conditions } = await client.systemStatus()
    const domains = await client.domainList({})
    const condition = conditions.find(({ type }) => type === 'IngressReady')
    if (settings.json) output.json({ condition: condition ?? null, domains: countStates(domains) })
    else
      output.text(
        `${conditionText(condition, (found) => conditionsText([found], now, output.paint))}${namesText(domains)}`,
      )
    if (check && condition?.status === 'false')
      throw new Failure('api', 'the ingress does not serve', 'see: levelrail ingress status')
    return undefined
  },
})

function conditionText(condition: Condition | undefined, tell: (condition: Condition) => string): string {
  return condition ? tell(condition) : 'The ingress is off, or was not looked at yet (APP_INGRESS_HTTP_ADDR).\n'
}

function countStates(domains: readonly Domain[]): Partial<Record<Domain['state'], number>> {
  return Object.fromEntries(
    [...Map.groupBy(domains, ({ state }) => state)].map(([state, found]) => [state, found.length]),
  )
}

/** `12 names: 11 serving, 1 no replica is ready`. */
export function namesText(domains: readonly Domain[]): string {
  if (domains.length === 0) return 'No app has a name yet.\n'
  const counts = Object.entries(countStates(domains)).map(
    ([state, count]) => `${count} ${stateWords[state as Domain['state']]}`,
  )
  return `${domains.length} ${domains.length === 1 ? 'name' : 'names'}: ${counts.join(', ')}; see: levelrail domains\n`
}
