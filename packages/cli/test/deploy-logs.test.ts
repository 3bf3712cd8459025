// Following a log over a connection that does not hold: every line once, and an end only when the deploy has one.
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { answering, forget, person } from './support/levelrail.ts'

const deploy = {
  ...{ id: 'dep_1', app: 'web', image: 'web:1', digest: null, source: 'manual', rollback_to: null, phases: [] },
  ...{ outcome: 'in_progress', note: '', by: 'ada@example.com', started_at: '2026-01-01T00:00:00Z', finished_at: null },
}
const line = (seq: number) =>
  `id: ${seq}\nevent: line\ndata: ${JSON.stringify({ seq, at: '2026-01-01T00:00:00Z', text: `line ${seq}` })}\n\n`
const end = 'event: end\ndata: {"outcome":"healthy"}\n\n'

async function setting(streams: ((response: ServerResponse) => void)[]) {
  const asked: string[] = []
  const url = await answering((request, response) => {
    asked.push(request.url ?? '')
    if (!request.url?.endsWith('/logs')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(deploy))
      return
    }
    const stream = streams.shift()
    if (!stream) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"gone"}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    stream(response)
  })
  const one = person(url)
  onTestFinished(() => forget(one))
  return { one, asked }
}

test('a stream that is cut off is opened again, and no line is told twice', async () => {
  const { one, asked } = await setting([
    (response) => response.write(line(1) + line(2), () => response.destroy()),
    (response) => response.end(line(1) + line(2) + line(3)),
    (response) => response.end(line(1) + line(2) + line(3) + line(4) + end),
  ])
  const { stdout, stderr, code } = await one.run(['deploys', 'logs', 'web'])
  expect({ stdout, stderr, code }).toEqual({
    stdout: 'line 1\nline 2\nline 3\nline 4\n',
    stderr: 'deploy dep_1 of web is healthy\n',
    code: 0,
  })
  expect(new Set(asked)).toEqual(new Set(['/api/v1/apps/web/deploys/latest', '/api/v1/apps/web/deploys/dep_1/logs']))
})

test('a line appears when it comes, and a long silence is no failure', async () => {
  let finish = () => {}
  const { one } = await setting([
    (response) => {
      response.write(line(1))
      finish = () => response.end(end)
    },
  ])
  const ended = await one.run(['deploys', 'logs', 'web', '--timeout', '200ms'], {
    during: ({ stdout }) => stdout?.once('data', () => setTimeout(finish, 400)),
  })
  expect(ended).toMatchObject({ stdout: 'line 1\n', code: 0 })
})

test('a refusal ends it at once', async () => {
  const { one } = await setting([])
  expect(await one.run(['deploys', 'logs', 'web'])).toMatchObject({ stdout: '', stderr: 'error: gone\n', code: 4 })
})
