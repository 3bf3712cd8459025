// What the replicas of an app write: search, live tail, download. Spec 4.4.
import Type, { type Static } from 'typebox'
import { closed, named, oneOf, Time } from './common.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export const LogLevel = oneOf(logLevels)
export type LogLevel = Static<typeof LogLevel>
export const LogStream = oneOf(['stdout', 'stderr'])

const FieldFilter = Type.String({ minLength: 2, maxLength: 300 })
const filterFields = {
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: 'Text in the line, in any case' })),
  level: Type.Optional(
    oneOf([...logLevels], 'Lines at or above it; those without a level that can be told are left out'),
  ),
  stream: Type.Optional(LogStream),
  container: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  replica: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  field: Type.Optional(
    Type.Union([FieldFilter, Type.Array(FieldFilter, { maxItems: 10 })], {
      description: 'Of JSON lines, such as status=500, route~/pay, user.id!=7 or latency>=250',
    }),
  ),
}
const windowFields = { from: Type.Optional(Time), to: Type.Optional(Time) }

export const LogSearch = closed({
  ...filterFields,
  ...windowFields,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'The newest matches, 100 by default' })),
  order: Type.Optional(oneOf(['newest', 'oldest'], 'Which of them comes first, the newest by default')),
})
export type LogSearch = Static<typeof LogSearch>

export const LogTail = closed({
  ...filterFields,
  from: Type.Optional(Time),
  tail: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1000, description: 'Lines from before the stream was opened, 200 by default' }),
  ),
  after: Type.Optional(
    Type.String({ maxLength: 8000, pattern: '^[a-z0-9.,:]+$', description: 'Id of the last event that was seen' }),
  ),
})
export type LogTail = Static<typeof LogTail>

export const LogDownload = closed({ ...filterFields, ...windowFields })
export type LogDownload = Static<typeof LogDownload>

const source = {
  container: Type.String(),
  replica: Type.Integer(),
  deploy_id: Type.String(),
}
export const LogEntry = named(
  'LogEntry',
  Type.Object({
    timestamp: Time,
    ...source,
    stream: LogStream,
    level: Type.Union([LogLevel, Type.Null()]),
    message: Type.String({ description: 'Without the values of secrets' }),
    cut: Type.Boolean({ description: 'The line is longer than what is shown of it' }),
  }),
)
export type LogEntry = Static<typeof LogEntry>

export const LogContainer = named(
  'LogContainer',
  Type.Object({ ...source, state: Type.String(), lines: Type.Integer({ description: 'Matches in this container' }) }),
)
export type LogContainer = Static<typeof LogContainer>

export const LogPage = named(
  'LogPage',
  Type.Object({
    entries: Type.Array(LogEntry),
    containers: Type.Array(LogContainer),
    total: Type.Integer({ description: 'Matches before `limit`' }),
    truncated: Type.Boolean({ description: 'There was more than could be looked through; narrow the time' }),
  }),
)
export type LogPage = Static<typeof LogPage>

/** Why a live tail is over. */
export const tailEnds = ['deleted', 'access_ended', 'stopping'] as const
export type TailEnd = (typeof tailEnds)[number]
