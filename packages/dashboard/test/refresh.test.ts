// What a change makes a page read again.
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keys } from '../app/api/queries.ts'
import { refreshChanged } from '../app/api/refresh.ts'

const queryKey = [...keys.organizations, 'list']

test.each([
  ['a change', [{ kind: 'organization', name: 'org_1' }]],
  ['a reset', 'everything'],
] as const)('%s during the first fetch is not lost with its old answer', async (_, changes) => {
  const client = new QueryClient()
  const answers: ((rows: string[]) => void)[] = []
  const queryFn = () => new Promise<string[]>((resolve) => answers.push(resolve))
  const stop = new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => {})
  const refreshed = refreshChanged(client, changes)
  answers[0]?.(['from before the change'])
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(['with the change'])
  await refreshed
  expect(client.getQueryData(queryKey)).toEqual(['with the change'])
  stop()
})

test('what tiers share touches what apps get, and nothing of people', async () => {
  const client = new QueryClient()
  const all = [keys.apps, keys.sharedEnv, keys.users, keys.organizations]
  for (const key of all) client.setQueryData(key, 1)
  await refreshChanged(client, [{ kind: 'shared-env', name: 'prj_1' }])
  expect(all.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, false, false])
})
