// `levelrail api`: any route by its id, straight from the route table.

import { readFile } from 'node:fs/promises'
import { allRoutes, routeIds } from '@levelrail/contract/all-routes.ts'
import { nextCursor, send, sendStream } from '@levelrail/contract/client.ts'
import { paramNames, type Route } from '@levelrail/contract/route.ts'
import { problemsOf } from '../check-value.ts'
import { type Context, command } from '../command.ts'
import { asPerson, needsPerson } from '../connection.ts'
import { invalid, usage } from '../exit-codes.ts'
import type { Column } from '../output/table.ts'

interface BodyOptions {
  body: string | undefined
  'body-file': string | undefined
}

export const api = command({
  name: 'api',
  summary: 'Call any route of the API by its id',
  details: 'Prints the answer as it comes. The body is checked before anything is sent.',
  arguments: {
    route: { what: 'Route id, such as userView; all of them: levelrail api --list', optional: true, of: routeIds },
  },
  options: {
    param: { kind: 'texts', value: 'NAME=VALUE', what: 'Value for a {name} in the path' },
    query: { kind: 'texts', value: 'NAME=VALUE', what: 'Query parameter' },
    body: { kind: 'text', value: 'JSON', what: 'Request body; not for secrets, others can see your arguments' },
    'body-file': { kind: 'text', value: 'PATH', what: 'File with the request body; - is stdin' },
    list: { kind: 'flag', what: 'List all routes' },
  },
  examples: [
    'levelrail api --list',
    'levelrail api userView --param id=usr_0mwh89phc07c3d8ac796d678f',
    'levelrail api auditList --query outcome=refused --query limit=5',
    'levelrail api userCreate --body-file - < user.json',
  ],
  async run(context, { route: id, list, param, query, ...body }) {
    const { connection, settings, output } = context
    if (list) return printRoutes(context)
    if (id === undefined) throw usage('missing ROUTE', 'see them all with: levelrail api --list')
    const row: Route = allRoutes[id]
    const params = paramsFor(id, row, pairsOf('param', param))
    const input = { params, query: pairsOf('query', query), body: await bodyFor(id, row, body, context) }
    if (row.options.stream) {
      for await (const event of sendStream(connection, row, input)) output.jsonLine(event)
      return undefined
    }
    const call = send(connection, row, input)
    const answer = await (needsPerson(id) ? asPerson(settings.credential, call) : call)
    if (typeof answer.data === 'string' && row.options.text) output.text(answer.data)
    else if (answer.data !== undefined) output.json(answer.data)
    else output.note(`done (${answer.status})`)
    const cursor = nextCursor(answer.headers)
    if (cursor) output.note(`there is more: add --query before=${cursor}`)
    return undefined
  },
})

function printRoutes({ settings, output }: Context): undefined {
  const rows = Object.entries<Route>(allRoutes).map(([id, { method, path, options }]) => ({
    id,
    method,
    path,
    ability: options.ability,
    summary: options.summary,
  }))
  if (settings.json) output.json(rows)
  else output.table(routeColumns, rows)
  return undefined
}

const routeColumns: Column<Record<'id' | 'method' | 'path' | 'ability' | 'summary', string>>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'METHOD', cell: ({ method }) => method },
  { title: 'PATH', cell: ({ path }) => path },
  { title: 'ABILITY', cell: ({ ability }) => ability },
  { title: 'SUMMARY', cell: ({ summary }) => summary },
]

function pairsOf(option: string, texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text) => {
    const [, name, value] = text.match(/^([^=]+)=([\s\S]*)$/) ?? []
    if (name === undefined || value === undefined) {
      throw usage(`--${option} "${text}" has no value`, `write --${option} NAME=VALUE`)
    }
    return [name, value]
  })
  return Object.fromEntries(pairs)
}

function paramsFor(id: string, { path }: Route, given: Record<string, string>): Record<string, string> {
  const names = paramNames(path)
  const missing = names.filter((name) => !given[name])
  if (missing.length > 0) {
    throw usage(
      `${id} (${path}) lacks ${missing.join(', ')}`,
      `add ${missing.map((name) => `--param ${name}=VALUE`).join(' ')}`,
    )
  }
  const extra = Object.keys(given).find((name) => !names.includes(name))
  if (extra !== undefined) {
    const hint = names.length > 0 ? `it takes: ${names.join(', ')}` : 'it takes none'
    throw usage(`${id} has no path parameter "${extra}"`, hint)
  }
  return given
}

async function bodyFor(id: string, { options }: Route, given: BodyOptions, context: Context): Promise<unknown> {
  const text = await bodyText(given, context)
  if (!options.body) {
    if (text !== undefined) throw usage(`${id} takes no body`, 'leave --body and --body-file out')
    return undefined
  }
  if (text === undefined) throw usage(`${id} needs a body`, 'give it with --body JSON or --body-file PATH')
  const body = parseJson(text)
  const problems = problemsOf(options.body, body)
  if (problems.length > 0) throw invalid(`the body of ${id} is not valid: ${problems.join('; ')}`)
  return body
}

async function bodyText({ body, 'body-file': path }: BodyOptions, { ask }: Context): Promise<string | undefined> {
  if (body !== undefined && path !== undefined) throw usage('--body and --body-file exclude each other', 'choose one')
  if (path === '-') return ask.everything()
  if (path === undefined) return body
  return readFile(path, 'utf8').catch((cause: Error) => {
    throw invalid(`cannot read the body: ${cause.message}`)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(`the body is not JSON: ${cause instanceof Error ? cause.message : cause}`)
  }
}
