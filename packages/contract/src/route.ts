// The Route type and its constructors. One row is the only place where the method, path, ability and
// schemas of a route are written; registration, gate, audit, OpenAPI, client and CLI all come from it.
import type { Static, TSchema } from 'typebox'
import type { Ability } from './ability.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `none` needs no credential; `session` needs a signed-in person (a token is refused). */
export type Access = Ability | 'session' | 'none'

export interface RouteOptions {
  ability: Access
  summary: string
  params?: TSchema
  query?: TSchema
  body?: TSchema
  result?: TSchema
  /** Status of success; default 200 with a result and 204 without. */
  status?: 200 | 201 | 202 | 204
  /** Answers plain text instead of JSON. */
  text?: true
  /** The text is sent as it is read, as a file. */
  download?: true
  /** Answers server-sent events until it is over. */
  stream?: true
  /** Becomes a WebSocket: a GET that may do harm, so its origin is checked as that of a write. */
  socket?: true
  /** The answer depends on stored state alone, so it may be kept until the next write. */
  keep?: true
}

export interface Route<M extends Method = Method, P extends string = string, O extends RouteOptions = RouteOptions> {
  method: M
  path: P
  options: O
}

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
type SchemaOf<O, K extends string> = O extends Record<K, infer S extends TSchema> ? Static<S> : undefined

export type ParamsOf<R extends Route> = R['options'] extends { params: infer S extends TSchema }
  ? Static<S>
  : { [Name in ParamNames<R['path']>]: string }
export type QueryOf<R extends Route> = SchemaOf<R['options'], 'query'>
export type BodyOf<R extends Route> = SchemaOf<R['options'], 'body'>
export type ResultOf<R extends Route> = R['options'] extends { text: true }
  ? string
  : R['options'] extends { stream: true }
    ? AsyncIterable<StreamEvent>
    : SchemaOf<R['options'], 'result'>

/** One server-sent event; the last one is called `end`. */
export interface StreamEvent {
  event: string
  id?: string
  data: unknown
}

export const apiPrefix = '/api/v1'

export function get<P extends string, const O extends RouteOptions>(path: P, options: O) {
  return row('GET', path, options)
}
export function post<P extends string, const O extends RouteOptions>(path: P, options: O) {
  return row('POST', path, options)
}
export function put<P extends string, const O extends RouteOptions>(path: P, options: O) {
  return row('PUT', path, options)
}
export function patch<P extends string, const O extends RouteOptions>(path: P, options: O) {
  return row('PATCH', path, options)
}
export function del<P extends string, const O extends RouteOptions>(path: P, options: O) {
  return row('DELETE', path, options)
}

/** A GET outside the API prefix, for the few addresses that other programs expect at the root. */
export function getAtRoot<P extends string, const O extends RouteOptions>(path: P, options: O): Route<'GET', P, O> {
  return { method: 'GET', path, options }
}

function row<M extends Method, P extends string, O extends RouteOptions>(
  method: M,
  path: P,
  options: O,
): Route<M, `${typeof apiPrefix}${P}`, O> {
  return { method, path: `${apiPrefix}${path}`, options }
}

export function successStatus(route: Route): number {
  if (route.options.socket) return 101
  return route.options.status ?? (route.options.result || route.options.text || route.options.stream ? 200 : 204)
}

export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
}

export type ResourceKind = 'app' | 'database'

/** Which resource a path names, so that one gate can hold resource policies for every route. */
export function resourceOf(path: string): ResourceKind | undefined {
  if (path.startsWith(`${apiPrefix}/apps/{name}`)) return 'app'
  if (path.startsWith(`${apiPrefix}/databases/{name}`)) return 'database'
  return undefined
}
