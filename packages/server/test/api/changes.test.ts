// The feed of changes over HTTP: who hears of what, how it goes on, and how it ends.
import { openStream } from '@levelrail/contract/client.ts'
import type { StreamEvent } from '@levelrail/contract/route.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Api, type As, startWithAdmin } from '../support/api.ts'
import { storeKinds } from '../support/stores.ts'

interface Heard {
  events: StreamEvent[]
  names(): string[]
  hangUp(): void
}

/** Follows in the background, and has been told where it begins. */
async function follow(api: Api, as: As, after?: string): Promise<Heard> {
  const events: StreamEvent[] = []
  const line = new AbortController()
  const credential = { token: as.token, session: as.session }
  const stream = openStream({ baseUrl: api.url, ...credential }, 'changeFollow', {
    query: after === undefined ? {} : { after },
    signal: line.signal,
  })
  void (async () => {
    for await (const event of stream) events.push(event)
  })().catch(() => {})
  onTestFinished(() => line.abort())
  await waitFor(() => expect(events).not.toEqual([]))
  const names = () => events.flatMap(({ data }) => changesOf(data).map(({ kind, name }) => `${kind}:${name}`))
  return { events, names, hangUp: () => line.abort() }
}

function changesOf(data: unknown): { kind: string; name: string }[] {
  return (data as { changes?: { kind: string; name: string }[] }).changes ?? []
}

function waitFor(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000 })
}

const appCreate = (api: Api & { admin: As }, name: string) => api.call('appCreate', { body: { name } }, api.admin)

describe.each(storeKinds)('on %s', (kind) => {
  test('a change is told by name alone, and only to those who may see it', async () => {
    const api = await startWithAdmin(kind)
    const policy = { apps: ['shop-*'], databases: [] }
    const body = { name: 'narrow', abilities: ['read' as const], policy }
    const { body: token } = await api.call('tokenCreate', { body }, api.admin)
    const admin = await follow(api, api.admin)
    const narrow = await follow(api, { token: token.token })
    expect(admin.events[0]).toMatchObject({ event: 'reset', data: {} })
    await appCreate(api, 'blog')
    await appCreate(api, 'shop-web')
    await waitFor(() => expect(narrow.names()).toContain('app:shop-web'))
    await waitFor(() => expect(admin.names()).toEqual(expect.arrayContaining(['app:blog', 'app:shop-web'])))
    expect(new Set(narrow.names())).toEqual(new Set(['app:shop-web']))
    expect(Object.keys(changesOf(narrow.events.at(-1)?.data)[0] ?? {})).toEqual(['kind', 'name'])
    await api.call('tokenCreate', { body: { ...body, name: 'another' } }, api.admin)
    await waitFor(() => expect(admin.names().some((name) => name.startsWith('token:'))).toBe(true))
    expect(narrow.names().some((name) => name.startsWith('token:'))).toBe(false)
  })

  test('after a break the stream goes on where it was', async () => {
    const api = await startWithAdmin(kind)
    const first = await follow(api, api.admin)
    await appCreate(api, 'before')
    await waitFor(() => expect(first.names()).toContain('app:before'))
    await waitFor(() => expect(api.ctx.changes.followers).toBe(1))
    const cursor = first.events.at(-1)?.id
    first.hangUp()
    await waitFor(() => expect(api.ctx.changes.followers).toBe(0))
    await appCreate(api, 'between')
    const heardBy = await follow(api, api.admin)
    await appCreate(api, 'after')
    await waitFor(() => expect(heardBy.names()).toContain('app:after'))
    const second = await follow(api, api.admin, cursor)
    expect(second.events[0]?.event).toBe('change')
    expect(second.names()).toEqual(expect.arrayContaining(['app:between', 'app:after']))
  })
})

test('a credential that is taken away takes its stream with it', async () => {
  const api = await startWithAdmin('sqlite')
  const { body } = await api.call('tokenCreate', { body: { name: 't', abilities: ['read'] } }, api.admin)
  const heard = await follow(api, { token: body.token })
  await api.call('tokenRevoke', { params: { id: body.id } }, api.admin)
  await waitFor(() => expect(heard.events.at(-1)).toEqual({ event: 'end', data: { reason: 'credential' } }))
  await waitFor(() => expect(api.ctx.changes.followers).toBe(0))
})

test('signing out ends the stream of that session', async () => {
  const api = await startWithAdmin('sqlite')
  const heard = await follow(api, api.admin)
  await api.call('logout', {}, api.admin)
  await waitFor(() => expect(heard.events.at(-1)?.event).toBe('end'))
})
