// Schemas that every resource uses: bounded strings, times, paging, the error body.
import Type, { type Static, type TSchema } from 'typebox'

/** A schema that OpenAPI lists under its own name. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return { ...schema, title }
}

export function closed<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

export function oneOf<const V extends readonly string[]>(values: V, description?: string) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...(description ? { description } : {}) })
}

export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })
/** What a path parameter may be where a row says nothing narrower. */
export const PathWord = Type.String({ minLength: 1, maxLength: 128 })
export const Time = Type.String({ format: 'date-time', maxLength: 40, description: 'RFC 3339, UTC' })
export const MaybeTime = Type.Union([Time, Type.Null()])
export const Email = Type.String({ format: 'email', minLength: 3, maxLength: 254 })
export const DisplayName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
export const Password = Type.String({ minLength: 10, maxLength: 200, description: 'At least 10 characters' })
/** A password as typed at sign-in: bounded, but not held to today's rule. */
export const TypedPassword = Type.String({ minLength: 1, maxLength: 200 })

export const Paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Rows in one answer, 50 by default' })),
  before: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Cursor from the Link header, or an RFC 3339 time' }),
  ),
}

export const ErrorBody = named(
  'Error',
  Type.Object(
    { error: Type.String(), code: Type.Optional(Type.String()) },
    { description: 'What went wrong, and what to do' },
  ),
)
export type ErrorBody = Static<typeof ErrorBody>

export const ConditionStatus = oneOf(['true', 'false', 'unknown'])
export const Condition = named(
  'Condition',
  Type.Object({
    type: Type.String(),
    status: ConditionStatus,
    reason: Type.String(),
    message: Type.String(),
    since: Time,
  }),
)
export type Condition = Static<typeof Condition>
