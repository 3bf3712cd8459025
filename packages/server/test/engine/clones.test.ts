// Clones on the real engine: their volumes start empty, also where an app of the same name was before.
import { expect, test } from 'vitest'
import { createApp, engine, eventually, settled, signal, startDeploying, testImage } from '../support/deploying.ts'

test('a clone has volumes of its own, and another one of the same name has others', { timeout: 240_000 }, async () => {
  const api = await startDeploying()
  const volumes = [{ name: 'data', path: '/data' }]
  await createApp(api, { name: 'web', image: testImage, volumes })
  expect((await settled(api)).outcome).toBe('healthy')
  const copy = { params: { name: 'copy' } }
  const cloneAndDeploy = async () => {
    const cloned = await api.call('appClone', { params: { name: 'web' }, body: { new_name: 'copy' } }, api.admin)
    expect(cloned).toMatchObject({ status: 201, body: { latest_deploy: null, image: testImage } })
    await api.call('deployCreate', { ...copy, body: {} }, api.admin)
    expect((await settled(api, 'copy')).outcome).toBe('healthy')
  }
  const names = async () =>
    (await engine.listVolumes(`levelrail.instance=${api.ctx.instanceId}`, signal())).map(({ name }) => name).sort()
  await cloneAndDeploy()
  const first = await names()
  expect(first).toHaveLength(2)
  await api.call('appDelete', copy, api.admin)
  // Its record goes last, and with it its name; its volume stays.
  const isGone = async () => api.ctx.db.selectFrom('apps').select('name').where('name', '=', 'copy').execute()
  await eventually(isGone).toEqual([])
  await cloneAndDeploy()
  const second = await names()
  expect(second).toHaveLength(3)
  expect(second).toEqual(expect.arrayContaining(first))
})
