// Every route with malformed and hostile input: a clear 4xx or a success, never a 5xx, and the process lives on.
import { allRoutes, type RouteId, routeIds } from '@levelrail/contract/all-routes.ts'
import type { Route } from '@levelrail/contract/route.ts'
import { ErrorBody } from '@levelrail/contract/schemas/common.ts'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, startWithAdmin } from '../support/api.ts'
import { isFast, storeKinds } from '../support/stores.ts'

const isError = Compile(ErrorBody)
const unhandled: unknown[] = []
beforeAll(() => {
  process.on('unhandledRejection', (reason) => unhandled.push(reason))
})

const hostile = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  "' or 1=1 --",
  '../../etc/passwd',
  '$(reboot)',
  '<script>alert(1)</script>',
  'a'.repeat(70_000),
  '𝕏\ud800',
  '__proto__',
  'constructor',
  '%s%n{0}',
  '2026-13-45T99:99:99Z',
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  null,
  true,
)
const anything = fc.oneof(
  hostile,
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A body that has the right fields with wrong things in them, or is wrong altogether. */
function bodyFor(route: Route): fc.Arbitrary<unknown> {
  const schema: { properties?: object } = route.options.body ?? {}
  const fields = Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, anything]))
  return fc.oneof(fc.record({ ...fields, extra: anything }, { requiredKeys: [] }), fc.record(fields), anything)
}

const query = fc.dictionary(
  fc.constantFrom('limit', 'before', 'after', 'from', 'to', 'actor', 'outcome', 'x', '__proto__'),
  anything,
  { maxKeys: 3 },
)
const word = fc.oneof(
  fc.constantFrom('..', '%2e%2e', 'usr_x', 'x'.repeat(300), '%00', '%ff', "'"),
  fc.string({ minLength: 1, maxLength: 20 }).map(encodeURIComponent),
)

/** As a careless client would write it; not every object can be made text. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The session in use must outlive the run, and guessing at sign-in is throttled for all by design. */
const spared: RouteId[] = ['logout', 'sessionRevokeOthers']

describe.each(storeKinds)('on %s', (kind) => {
  test('no input makes a route fail', { timeout: 280_000 }, async () => {
    const api = await startWithAdmin(kind)
    const headers = { cookie: `session_token=${api.admin.session}`, 'content-type': 'application/json' }
    for (const id of routeIds.filter((id) => !spared.includes(id))) {
      const route: Route = allRoutes[id]
      const shot = fc.tuple(bodyFor(route), query, fc.array(word, { minLength: 2, maxLength: 2 }), fc.boolean())
      await fc.assert(
        fc.asyncProperty(shot, async ([body, asked, [first = 'x'], isBroken]) => {
          const path = route.path.replace(/\{\w+\}/g, () => first)
          const search = new URLSearchParams(
            Object.entries(asked).map(([key, value]): [string, string] => [key, textOf(value)]),
          ).toString()
          const text = JSON.stringify(body) ?? ''
          const sent = isBroken ? text.slice(0, text.length / 2) : text
          const response = await api.raw(`${path}?${search}`, {
            method: route.method,
            headers,
            ...(route.method === 'GET' ? {} : { body: sent }),
          })
          // A stream that was let in may have no end.
          const isStream = response.ok && route.options.stream
          const answer = isStream ? String(await response.body?.cancel()) : await response.text()
          // What was right by chance finds that there is no engine here.
          const isRight =
            response.status === 503 && /^\{"error":"the container engine at \S+ does not answer/.test(answer)
          expect([id, response.status, answer.slice(0, 200)]).toEqual([
            id,
            expect.toSatisfy((status: number) => status < 500 || isRight),
            expect.anything(),
          ])
          if (response.status >= 400) expect(isError.Check(JSON.parse(answer))).toBe(true)
        }),
        { numRuns: kind === 'sqlite' && !isFast ? 40 : 15 },
      )
    }
    expect((await api.call('sessionView', {}, api.admin)).body.user.email).toBe(admin.email)
    expect(unhandled).toEqual([])
  })
})
