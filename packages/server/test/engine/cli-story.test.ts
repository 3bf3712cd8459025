// The life of an app as told by the command line, on a real engine: each story goes on where the last one ended.
import { expect, test } from 'vitest'
import { email, withCli } from '../support/cli.ts'
import { engine, testImage as image, signal } from '../support/deploying.ts'

const cli = withCli({ APP_DEPLOY_READY_TIMEOUT: '20s' })
const { run, json } = cli

let first = ''

test('an app is made from an image, and the wait ends when it serves', async () => {
  const { stdout, stderr, code } = await run(
    `apps create web --image ${image} --port 8080 --env COLOR=red --volume data:/data --wait`,
  )
  expect(code, stderr).toBe(0)
  first = stdout.trim()
  expect(stderr).toContain(`deploy ${first} of web is healthy\n`)
  expect(await run('apps wait web')).toMatchObject({ code: 0, stdout: '' })
  const shown = (await run('apps show web')).stdout
  expect(shown).toMatch(/^Ready is true \(Serving, since .+\): 1 of 1 replicas are ready\n/)
  expect(shown).toMatch(new RegExp(`^Current deploy +${first}, healthy, ${image}, .+ by ${email}$`, 'm'))
  expect(shown).toMatch(new RegExp(`^Running +${image} \\(sha256:\\w+\\)$`, 'm'))
  expect((await run('apps replicas web')).stdout).toMatch(
    new RegExp(`0 +running +yes +10\\.2[34]\\d\\.\\S+ +${first} `),
  )
  expect((await run('deploys show web')).stdout).toMatch(/^starting +\d.*s$/m)
  expect(await run('apps failure-context web')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(' lines of '),
  })
})

test('an edit waits to be applied, and show says so', async () => {
  const { stderr, code } = await run('apps set web --env COLOR=blue')
  expect({ stderr, code }).toEqual({
    stderr: 'web: env changed\nenv differs from what runs; deploy or restart to apply: levelrail apps deploy web\n',
    code: 0,
  })
  expect((await run('apps show web')).stdout).toContain('\nenv differs from what runs; ')
  expect(await run('apps deploy web --follow')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^dep_\w+\n$/) })
  expect((await json('apps show web')).pending).toEqual([])
})

test('a deploy of an image that is not there ends with 7 and the cause; what runs goes on', async () => {
  const { stderr, code } = await run('apps deploy web --image levelrail/none-such:1 --wait')
  expect(code, stderr).toBe(7)
  expect(stderr).toMatch(/^error: deploy dep_\w+ of web failed: .*levelrail\/none-such:1/m)
  expect((await run('apps diagnose web')).stdout).toMatch(/^Cause +.+ \(image_pull_failed\)\nNext +\S/m)
  expect(await run('apps wait web')).toMatchObject({ code: 5 })
  expect((await run('apps list')).stdout).toMatch(/^web +ready /m)
})

test('a rollback goes to the healthy deploy before the current one', async () => {
  const { stdout, stderr, code } = await run('apps rollback web --restore-env --wait')
  expect(code, stderr).toBe(0)
  expect(stderr).toContain(`going back to ${first}, healthy, `)
  expect(await json(`deploys show web ${stdout.trim()}`)).toMatchObject({ source: 'rollback', rollback_to: first })
})

test('stopped and started again it becomes well again', async () => {
  expect(await run('apps stop web')).toMatchObject({ code: 0 })
  await expect.poll(async () => (await run('apps replicas web')).stdout, { timeout: 60_000 }).toBe('')
  expect(await run('apps start web')).toMatchObject({ code: 0 })
  expect(await run('apps wait web --timeout-wait 1m')).toMatchObject({ code: 0 })
})

test('deleted, its containers go and its volume stays', async () => {
  const { stderr, code } = await run('apps delete web --yes')
  expect({ stderr, code }).toEqual({ stderr: 'web is removed. Its volumes stay: data.\n', code: 0 })
  await expect
    .poll(() => engine.listContainers({ 'levelrail.instance': cli.instanceId }, signal()), { timeout: 60_000 })
    .toEqual([])
  expect(await engine.listVolumes(`levelrail.instance=${cli.instanceId}`, signal())).toHaveLength(1)
})
