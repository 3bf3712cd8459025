// The route table as OpenAPI 3.1.0: full schemas, required abilities, and every error answer. Spec 4.1, 7.1, 9.
import type { TSchema } from 'typebox'
import { paramNames, type Route, successStatus } from './route.ts'
import { ErrorBody, PathWord } from './schemas/common.ts'

type Json = Record<string, unknown>

export function openApi(routes: Record<string, Route>): Json {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [id, route] of Object.entries(routes)) {
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = operation(id, route, schemas)
    paths[route.path] = path
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Levelrail', version: 'v1', description: 'A self-hosted deployment control plane.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: sorted(schemas),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API token' },
        session: { type: 'apiKey', in: 'cookie', name: 'session_token', description: 'A signed-in person' },
      },
    },
  }
}

function operation(id: string, route: Route, schemas: Json): Json {
  const { ability, summary, body } = route.options
  const isOpen = ability === 'none'
  return {
    operationId: id,
    summary,
    tags: [tagOf(route.path)],
    'x-required-ability': ability,
    security: isOpen ? [] : ability === 'session' ? [{ session: [] }] : [{ bearer: [] }, { session: [] }],
    ...parametersOf(route, schemas),
    ...(body ? { requestBody: { required: true, content: jsonContent(body, schemas) } } : {}),
    responses: {
      [successStatus(route)]: success(route, schemas),
      ...(isOpen
        ? {}
        : {
            401: failure('Missing or invalid credentials', schemas),
            403: failure('The credential lacks the ability', schemas),
          }),
      '4XX': failure('The request was refused; the message says what, which and what to do', schemas),
      default: failure('Any other error', schemas),
    },
  }
}

function parametersOf(route: Route, schemas: Json): Json {
  const inPath = paramNames(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: hoist(propertyOf(route.options.params, name) ?? PathWord, schemas),
  }))
  const query = propertiesOf(route.options.query)
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: hoist(schema, schemas),
  }))
  const parameters = [...inPath, ...inQuery]
  return parameters.length > 0 ? { parameters } : {}
}

function success(route: Route, schemas: Json): Json {
  const { result, text, stream, socket } = route.options
  if (socket) return { description: 'Becomes a WebSocket' }
  if (stream)
    return { description: 'Server-sent events', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  if (text) return { description: 'Plain text', content: { 'text/plain': { schema: { type: 'string' } } } }
  return result
    ? { description: 'Done', content: jsonContent(result, schemas) }
    : { description: 'Done, nothing to say' }
}

function failure(description: string, schemas: Json): Json {
  return { description, content: jsonContent(ErrorBody, schemas) }
}

function jsonContent(schema: TSchema, schemas: Json): Json {
  return { 'application/json': { schema: hoist(schema, schemas) } }
}

/** Moves every titled schema under `components` and leaves a reference in its place. */
function hoist(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((part) => hoist(part, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, hoist(part, schemas)]))
  const title = Object.hasOwn(parts, 'title') ? parts.title : undefined
  if (typeof title !== 'string') return parts
  schemas[title] = parts
  return { $ref: `#/components/schemas/${title}` }
}

function propertiesOf(schema: TSchema | undefined): Record<string, unknown> {
  return schema && 'properties' in schema ? Object.fromEntries(Object.entries(schema.properties ?? {})) : {}
}

function propertyOf(schema: TSchema | undefined, name: string): unknown {
  return propertiesOf(schema)[name]
}

function tagOf(path: string): string {
  const [first = '', second = ''] = path
    .replace(/^\/api\/v1/, '')
    .split('/')
    .filter(Boolean)
  return first === 'system' || first === 'auth' ? first : first === 'settings' ? second : first.replace(/^\./, '')
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)))
}
