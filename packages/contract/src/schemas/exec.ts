// Commands and terminals inside the containers of an app.
import Type, { type Static } from 'typebox'
import { closed, named } from './common.ts'

const ReplicaNumber = Type.Integer({ minimum: 0, maximum: 1000 })

export const Exec = named(
  'Exec',
  closed({
    command: Type.Array(Type.String({ maxLength: 8192 }), {
      minItems: 1,
      maxItems: 100,
      description: 'The program and its arguments; no shell reads them',
    }),
    timeout: Type.Optional(
      Type.String({ maxLength: 12, pattern: '^\\d{1,9}(ms|s|m)$', description: '30s by default, 10m at most' }),
    ),
    replica: Type.Optional(ReplicaNumber),
  }),
)
export type Exec = Static<typeof Exec>

export const ExecResult = named(
  'ExecResult',
  Type.Object({
    container: Type.String(),
    replica: Type.Integer(),
    exit_code: Type.Integer({ description: '124 when its time was up, 126 or 127 when it could not be started' }),
    stdout: Type.String(),
    stderr: Type.String(),
    truncated: Type.Boolean({ description: 'It wrote more than 1 MiB; the rest was dropped' }),
    timed_out: Type.Boolean({ description: 'It was ended, with all that it started' }),
    duration_ms: Type.Integer(),
  }),
)
export type ExecResult = Static<typeof ExecResult>

const Size = Type.Integer({ minimum: 1, maximum: 1000 })
export const TerminalWish = closed({
  columns: Type.Optional(Size),
  rows: Type.Optional(Size),
  replica: Type.Optional(ReplicaNumber),
})
export type TerminalWish = Static<typeof TerminalWish>

/** Binary messages are what is typed and shown; a text message is one of these, as JSON. */
export type TerminalRequest = { type: 'resize'; columns: number; rows: number }
export type TerminalNotice = { type: 'exit'; code: number }

/** Why the server closed a terminal, beside the codes of the protocol itself. */
export const terminalCloses = {
  badMessage: 4400,
  notSignedIn: 4401,
  notAllowed: 4403,
  idle: 4408,
  engineFailed: 4502,
  tooMany: 4429,
} as const
