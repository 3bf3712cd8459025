// `levelrail apps logs`: what the replicas of an app wrote, and what they write from now on.
import { setTimeout } from 'node:timers/promises'
import { openStream } from '@levelrail/contract/client.ts'
import { type LogEntry, type LogTail, logLevels, type TailEnd } from '@levelrail/contract/schemas/logs.ts'
import { appArgument } from '../../app-options.ts'
import { type Context, command } from '../../command.ts'
import { parseDuration } from '../../duration.ts'
import { Failure, invalid } from '../../exit-codes.ts'
import { isPassing } from '../../poll-until.ts'

const mostReopenings = 10
const reopenAfterMs = 1000

export const appsLogs = command({
  name: 'apps logs',
  summary: 'Print what an app wrote, and follow it',
  details:
    'Oldest first, each line with its replica when there are several. Values of secrets are taken out. With --json one object a line.',
  arguments: { name: appArgument },
  options: {
    follow: { kind: 'flag', what: 'Go on with new lines, across replicas and deploys, until Ctrl-C' },
    tail: { kind: 'number', value: 'N', what: 'Newest lines to begin with (default 200, at most 1000)' },
    since: { kind: 'text', value: 'TIME', what: 'Only from then on: how long ago, such as 10m, or an RFC 3339 time' },
    grep: { kind: 'text', value: 'TEXT', what: 'Only lines with this text, in any case' },
    level: { kind: 'choice', of: logLevels, what: 'Only lines at or above this level' },
    replica: { kind: 'number', value: 'N', what: 'Only this replica' },
  },
  examples: ['levelrail apps logs web --follow', 'levelrail apps logs web --since 1h --grep timeout --level warn'],
  async run(context, { name, follow, tail, since, grep, level, replica }) {
    const from = since === undefined ? undefined : momentOf(since, context.now)
    const filter = {
      ...(grep !== undefined && { q: grep }),
      ...(level !== undefined && { level }),
      ...(replica !== undefined && { replica }),
      ...(from !== undefined && { from }),
    }
    if (follow) return followLogs(context, name, { ...filter, ...(tail !== undefined && { tail }) })
    const query = { ...filter, limit: tail ?? 200, order: 'oldest' as const }
    const { entries, containers, total } = await context.client.appLogs({ params: { name }, query })
    for (const entry of entries) print(context, entry, containers.length > 1)
    if (total > entries.length) context.output.note(`the newest ${entries.length} of ${total} lines; more with --tail`)
    if (containers.length === 0)
      context.output.note(`no container of ${name} is there; see: levelrail apps show ${name}`)
    return undefined
  },
})

/** Goes on after the last line when the connection broke. */
async function followLogs(context: Context, name: string, query: LogTail): Promise<undefined> {
  let after = ''
  let isSeveral = false
  for (let lost = 0; ; ) {
    try {
      const input = { params: { name }, query: after ? { ...query, after } : query }
      for await (const { event, id, data } of openStream(context.connection, 'appLogStream', input)) {
        lost = 0
        // The server's answers are held against the contract by its own tests.
        if (event === 'replicas') isSeveral = (data as unknown[]).length > 1
        if (event === 'notice') context.output.note((data as { message: string }).message)
        if (event === 'line') print(context, data as LogEntry, isSeveral)
        if (event === 'end') endOf((data as { reason: TailEnd }).reason, name)
        after = id ?? after
      }
    } catch (error) {
      if (!isPassing(error) || ++lost > mostReopenings) throw error
    }
    await setTimeout(reopenAfterMs)
  }
}

function endOf(reason: TailEnd, name: string): void {
  if (reason === 'deleted') throw new Failure('api', `app ${name} was deleted`)
  if (reason === 'access_ended') throw new Failure('api', 'you may no longer read this', 'see: levelrail auth whoami')
}

function print({ settings, output }: Context, entry: LogEntry, isSeveral: boolean): void {
  if (settings.json) output.jsonLine(entry)
  else output.lines([isSeveral ? `${entry.replica} ${entry.message}` : entry.message])
}

function momentOf(text: string, now: Date): string {
  const ago = parseDuration(text)
  const moment = ago === undefined ? new Date(text) : new Date(now.getTime() - ago)
  if (Number.isNaN(moment.getTime()))
    throw invalid(`--since "${text}" is neither how long ago nor a time`, 'write 10m, 2h or 2026-01-02T03:04:05Z')
  return moment.toISOString()
}
