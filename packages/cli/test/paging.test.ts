// Lists longer than one answer: the CLI follows the Link header as far as was asked.
import { expect, onTestFinished, test } from 'vitest'
import { answering, forget, person } from './support/levelrail.ts'

/** A list of `total` rows, newest first, in pages as the API gives them. */
async function listing(total: number, row: (index: number) => object) {
  const requests: string[] = []
  const url = await answering((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    requests.push(searchParams.toString())
    const start = Number(searchParams.get('before') ?? 0)
    const end = Math.min(total, start + Number(searchParams.get('limit') ?? 50))
    const link = end < total ? { link: `<${pathname}?before=${end}>; rel="next"` } : {}
    response.writeHead(200, { 'content-type': 'application/json', ...link })
    response.end(JSON.stringify(Array.from({ length: end - start }, (_, index) => row(start + index))))
  })
  const one = person(url)
  onTestFinished(() => forget(one))
  return { requests, run: one.run }
}

const entry = (index: number) => ({
  ...{ id: `a${index}`, at: new Date(Date.now() - (index + 1) * 60_000).toISOString(), last_at: null, count: 1 },
  ...{ actor_kind: 'session', actor: 'ada@example.com', actor_id: 'u1', action: 'tokenCreate', resource: `t${index}` },
  ...{ status: 201, address: '127.0.0.1', request_id: 'r' },
})
const user = (index: number) => ({
  ...{ id: `u${index}`, email: `user-${index}@example.com`, display_name: 'Ü', role: 'viewer', policy: null },
  ...{ two_factor: false, created_at: '2026-01-01T00:00:00Z', last_login_at: null },
})

test('audit --all follows every page, newest first', async () => {
  const { run, requests } = await listing(450, entry)
  const { stdout, stderr, code } = await run(['audit', '--all', '--json', '--outcome', 'ok'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual(Array.from({ length: 450 }, (_, i) => `a${i}`))
  expect(requests).toEqual([
    'outcome=ok&limit=200',
    'outcome=ok&limit=200&before=200',
    'outcome=ok&limit=200&before=400',
  ])
})

test.each([
  { limit: 3, pages: 1 },
  { limit: 250, pages: 2 },
])(
  'audit --limit $limit shows so many rows, asks for no more pages than needed and says that there is more',
  async (each) => {
    const { run, requests } = await listing(450, entry)
    const { stdout, stderr, code } = await run(['audit', '--limit', String(each.limit)])
    expect(code).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(each.limit + 1)
    expect(stdout).toMatch(/^WHEN .*\n(\d+s|1m) ago /)
    expect(stderr).toBe('there is more: use --limit N or --all\n')
    expect(requests).toHaveLength(each.pages)
  },
)

test('a person is found by e-mail address on a later page', async () => {
  const { run, requests } = await listing(450, user)
  const { stderr, code } = await run(['users', 'remove', 'User-401@example.com', '--yes'])
  expect({ stderr, code }).toEqual({ stderr: 'user-401@example.com is removed\n', code: 0 })
  expect(requests).toEqual(['limit=200', 'limit=200&before=200', 'limit=200&before=400', ''])
})

test('a person who is not in the list is an API error', async () => {
  const { run } = await listing(2, user)
  const { stdout, stderr, code } = await run(['users', 'remove', 'nobody@example.com', '--yes'])
  expect({ stdout, code }).toEqual({ stdout: '', code: 4 })
  expect(stderr).toBe('error: there is no user "nobody@example.com", see: levelrail users list\n')
})

test('api prints the page that was asked for and how to get the next one', async () => {
  const { run } = await listing(4, entry)
  const { stdout, stderr } = await run(['api', 'auditList', '--query', 'limit=3'])
  expect(JSON.parse(stdout)).toHaveLength(3)
  expect(stderr).toBe('there is more: add --query before=3\n')
})
