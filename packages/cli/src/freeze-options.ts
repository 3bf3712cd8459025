// Freeze windows on the command line: when and for whom as options, and found by name or id.
import type { Client } from '@levelrail/contract/client.ts'
import type { FreezeScope, FreezeWindow, FreezeWindowUpdate } from '@levelrail/contract/schemas/guards.ts'
import { Failure, invalid, usage } from './exit-codes.ts'
import type { Argument, Options, OptionValues } from './options.ts'

export const freezeArgument = { what: 'Name or id of the freeze window' } as const satisfies Argument

export const timeOptions = {
  from: { kind: 'text', value: 'TIME', what: 'When a single one begins, such as 2026-12-20T18:00:00Z; now otherwise' },
  until: { kind: 'text', value: 'TIME', what: 'When a single one ends' },
  schedule: { kind: 'text', value: 'CRON', what: 'When a recurring one begins, such as "0 18 * * fri"' },
  duration: { kind: 'text', value: 'TIME', what: 'How long a recurring one lasts, such as 60h' },
  'time-zone': { kind: 'text', value: 'ZONE', what: 'Whose clocks count, such as Europe/Berlin (default UTC)' },
  reason: { kind: 'text', value: 'TEXT', what: 'Why, for those whose deploys are held' },
} as const satisfies Options

export const scopeOptions = {
  project: { kind: 'text', value: 'ID', what: 'For the apps of this project' },
  environment: { kind: 'text', value: 'ID', what: 'For the apps of this environment' },
  app: { kind: 'text', value: 'NAME', what: 'For this app alone' },
} as const satisfies Options

/** Only the fields that the options name. */
export function timesFrom(input: OptionValues<typeof timeOptions>): FreezeWindowUpdate {
  const { from, until, schedule, duration, 'time-zone': zone, reason } = input
  return {
    ...(from !== undefined && { starts_at: timeFrom('from', from) }),
    ...(until !== undefined && { ends_at: timeFrom('until', until) }),
    ...(schedule !== undefined && { schedule }),
    ...(duration !== undefined && { duration }),
    ...(zone !== undefined && { time_zone: zone }),
    ...(reason !== undefined && { reason }),
  }
}

/** All apps where none is named. */
export function scopeFrom(input: OptionValues<typeof scopeOptions>): { scope: FreezeScope; scope_id?: string } {
  const given = (['project', 'environment', 'app'] as const).filter((scope) => input[scope] !== undefined)
  if (given.length > 1) throw usage(`--${given.join(' and --')} exclude each other`, 'choose one, or none for all apps')
  const [scope] = given
  return scope === undefined ? { scope: 'all' } : { scope, scope_id: input[scope] ?? '' }
}

export async function findFreeze({ client }: { client: Client }, named: string): Promise<FreezeWindow> {
  const found = (await client.freezeList({})).find(({ id, name }) => name === named || id === named)
  if (!found) throw new Failure('api', `there is no freeze window "${named}"`, 'see: levelrail freezes list')
  return found
}

function timeFrom(option: string, text: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || !/\dT\d/.test(text))
    throw invalid(`--${option} "${text}" is not a time`, 'write it as 2026-12-20T18:00:00Z')
  return time.toISOString()
}
