// What a handler is given and what it answers, typed by its row in the route table.
import type { BodyOf, ParamsOf, QueryOf, ResultOf, Route } from '@levelrail/contract/route.ts'
import type { User } from '@levelrail/contract/schemas/users.ts'
import type { Trx } from '../store/store.ts'
import type { ActorFor } from './actor.ts'
import type { ServeChannel } from './channel.ts'

export interface RequestFacts {
  id: string
  address: string
  userAgent: string
  /** The caller came over TLS, to us or to a proxy that we trust. */
  isSecure: boolean
  /** Scheme and host as the caller sees them. */
  origin: string
  /** Path with query, for links to further pages. */
  url: string
  /** Where a client that lost a stream wants to go on. */
  lastEventId: string | undefined
}

export interface Answering {
  header(name: string, value: string): void
  /** Sets the `session_token` cookie; an empty text removes it. */
  session(text: string, maxAgeSeconds: number): void
}

export interface HandlerInput<R extends Route> {
  params: ParamsOf<R>
  query: QueryOf<R> extends undefined ? Record<string, never> : QueryOf<R>
  body: BodyOf<R>
  actor: ActorFor<R['options']['ability']>
  request: RequestFacts
  answer: Answering
  signal: AbortSignal
  /** From here on the request counts as this person's: they have just proved who they are. */
  becomes(user: User): void
  /** Runs the write in one transaction together with its audit row, so that neither exists without the other. */
  transact<T>(resource: string, write: (trx: Trx) => Promise<T>): Promise<T>
}

/** What a handler answers with: of a download, the text piece by piece; of a socket, who serves it. */
export type AnswerOf<R extends Route> = R['options'] extends { download: true }
  ? AsyncIterable<string>
  : R['options'] extends { socket: true }
    ? ServeChannel
    : ResultOf<R>
export type HandlerOf<Ctx, R extends Route> = (ctx: Ctx, input: HandlerInput<R>) => Promise<AnswerOf<R>>
export type HandlersOf<Ctx, Rows extends Record<string, Route>> = { [Id in keyof Rows]: HandlerOf<Ctx, Rows[Id]> }

/** A handler whose row is no longer known by type: the registration checks the input against the row itself. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where all rows meet
export type AnyHandler<Ctx> = (ctx: Ctx, input: HandlerInput<any>) => Promise<unknown>
