// Checks params, query and body against a row's schemas. Validators are compiled at first use: a start that
// compiles them all costs half a second and tens of megabytes. Nothing is coerced, stripped or defaulted in a body.
import { paramNames, type Route } from '@levelrail/contract/route.ts'
import { closed, PathWord } from '@levelrail/contract/schemas/common.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { badRequest } from '../errors.ts'

export interface CheckedInput {
  params: unknown
  query: unknown
  body: unknown
}
export type InputCheck = (params: unknown, query: unknown, body: unknown) => CheckedInput

export function inputCheck(route: Route): InputCheck {
  const { options } = route
  const names = paramNames(route.path)
  const params =
    names.length > 0
      ? checker(options.params ?? closed(Object.fromEntries(names.map((name) => [name, PathWord]))), '')
      : undefined
  const query = checker(options.query ?? closed({}), 'query parameter ')
  const body = options.body ? checker(options.body, '') : undefined
  return (givenParams, givenQuery, givenBody) => ({
    params: params ? params(givenParams) : {},
    query: query(fromText(options.query, givenQuery)),
    body: body ? body(present(givenBody)) : undefined,
  })
}

function present(body: unknown): unknown {
  if (body === undefined) throw badRequest('a JSON body is required')
  return body
}

function checker(schema: TSchema, prefix: string): (value: unknown) => unknown {
  let compiled: ReturnType<typeof Compile> | undefined
  return (value) => {
    compiled ??= Compile(schema)
    if (!compiled.Check(value)) throw badRequest(describe(compiled.Errors(value), prefix))
    return value
  }
}

type Problem = ReturnType<ReturnType<typeof Compile>['Errors']>[number]

/** One sentence that names the field: what is wrong with which. */
function describe(problems: Problem[], prefix: string): string {
  const [first] = problems.filter(({ keyword }) => keyword !== 'boolean' && keyword !== 'anyOf')
  if (!first) return 'the request does not fit the schema of this route'
  const field = first.instancePath.slice(1).replaceAll('/', '.')
  const params: Record<string, unknown> = first.params
  if (first.keyword === 'additionalProperties')
    return `unknown ${prefix || 'field '}${quoted(params.additionalProperties)}${field ? ` in ${field}` : ''}`
  if (first.keyword === 'required')
    return `missing ${prefix || 'field '}${quoted(params.requiredProperties)}${field ? ` in ${field}` : ''}`
  if (first.keyword === 'enum') return `${prefix}${field || 'the body'} must be one of ${listed(params.allowedValues)}`
  if (first.keyword === 'pattern') return `${prefix}${field} has characters or a form that is not allowed`
  return `${prefix}${field || 'the body'} ${first.message}`
}

function quoted(names: unknown): string {
  return Array.isArray(names) ? names.map((name) => JSON.stringify(String(name).slice(0, 64))).join(', ') : ''
}

function listed(values: unknown): string {
  return Array.isArray(values) ? values.join(', ') : ''
}

/** A query is text; where the schema wants a whole number or a boolean, plain text of one is taken as it. */
function fromText(schema: TSchema | undefined, query: unknown): unknown {
  if (!schema || typeof query !== 'object' || query === null) return query
  const properties: Record<string, { type?: string } | undefined> =
    'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
      ? { ...schema.properties }
      : {}
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, convert(value, properties[name]?.type)]),
  )
}

function convert(value: unknown, type: string | undefined): unknown {
  if (type === 'integer' && typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
