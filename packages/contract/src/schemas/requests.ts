// Requests of an app as the ingress measured them: counts, status classes, latency, routes. Spec 2.10, 4.4.
import Type, { type Static } from 'typebox'
import { closed, named, oneOf, Time } from './common.ts'

export const mostRequestPoints = 5000

export const RequestQuery = closed({
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  max_points: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostRequestPoints,
      description: 'Most points in the answer; APP_METRICS_MAX_POINTS bounds it',
    }),
  ),
  compare: Type.Optional(oneOf(['previous'], 'Adds the equal span right before')),
})
export type RequestQuery = Static<typeof RequestQuery>

const Milliseconds = Type.Union([Type.Number(), Type.Null()], { description: 'Null without requests' })
const figures = {
  count: Type.Integer(),
  rate: Type.Number({ description: 'Requests per second' }),
  max: Type.Number({ description: 'The highest rate of any 15 seconds in it' }),
  http_1xx: Type.Integer(),
  http_2xx: Type.Integer(),
  http_3xx: Type.Integer(),
  http_4xx: Type.Integer({ description: 'Those that the ingress itself refused are among them' }),
  http_5xx: Type.Integer(),
  http_upstream_errors: Type.Integer({
    description: '502, 503 and 504 that the ingress raised; they count as 5xx too',
  }),
  mean_ms: Milliseconds,
  p50_ms: Milliseconds,
  p95_ms: Milliseconds,
  p99_ms: Milliseconds,
}

export const RequestPoint = named('RequestPoint', Type.Object({ at: Time, ...figures }))
export type RequestPoint = Static<typeof RequestPoint>

const Share = Type.Number({ minimum: 0, maximum: 1, description: 'Of all requests; 0 without any' })
export const RequestSummary = named('RequestSummary', Type.Object({ ...figures, share_4xx: Share, share_5xx: Share }))
export type RequestSummary = Static<typeof RequestSummary>

export const RequestRoute = named(
  'RequestRoute',
  Type.Object({
    route: Type.String({ description: 'The first three segments, `:id` for identifiers; `other` is all the rest' }),
    count: Type.Integer(),
    share: Share,
    share_5xx: Type.Number({ minimum: 0, maximum: 1, description: 'Of the requests of this route' }),
    mean_ms: Milliseconds,
  }),
)
export type RequestRoute = Static<typeof RequestRoute>

export const RequestMetrics = named(
  'RequestMetrics',
  Type.Object({
    from: Time,
    to: Time,
    step_seconds: Type.Integer({ description: 'How long each point is' }),
    points: Type.Array(RequestPoint, { description: 'Without gaps, oldest first' }),
    summary: RequestSummary,
    routes: Type.Array(RequestRoute, { description: 'The busiest of the whole minutes in the span, busiest first' }),
    previous_points: Type.Optional(Type.Array(RequestPoint)),
    previous_summary: Type.Optional(RequestSummary),
  }),
)
export type RequestMetrics = Static<typeof RequestMetrics>
