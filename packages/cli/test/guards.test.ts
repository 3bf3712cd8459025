// Freeze windows and approvals on the command line, against a real control plane without an engine. Each story goes on
// where the last one ended.
import { afterAll, expect, test } from 'vitest'
import { forget, type Person, person } from './support/levelrail.ts'
import { withSignedIn } from './support/signed-in.ts'

const { ada, run, json, url } = withSignedIn()
const password = 'correct horse battery\n'
let bob: Person | undefined
afterAll(() => bob && forget(bob))

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a freeze window is made, listed and changed; what cannot be right is refused', async () => {
  await run('apps create web --image levelrail/test-app:1 --no-deploy')
  const made = await ada().run(['freezes', 'create', 'weekend', '--until', inHours(48), '--reason', 'nobody is there'])
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^weekend, for all apps, holds until .*\(in 47h\)/),
  })
  expect((await json('freezes list'))[0]).toMatchObject({ id: made.stdout.trim(), name: 'weekend', scope: 'all' })
  expect((await run('freezes list')).stdout).toMatch(/weekend +all apps +holds until .* once +nobody is there/)
  const nights = ['freezes', 'create', 'nights', '--schedule', '0 20 * * *', '--duration', '10h', '--app', 'web']
  expect(await ada().run([...nights, '--time-zone', 'Mars/Olympus'])).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('time_zone: "Mars/Olympus" is not a time zone') },
  })
  expect(await run('freezes create x --until tomorrow')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--until'),
  })
  expect(await run('freezes create x --until 2030-01-01T00:00:00Z --app web --project p')).toMatchObject({ code: 1 })
  expect(await run('freezes set weekend')).toMatchObject({ code: 1 })
  expect(await run('freezes delete none-such')).toMatchObject({
    stderr: expect.stringContaining('no freeze window "none-such"'),
  })
  await ada().run(nights)
  await run('freezes set nights --duration 8h')
  expect((await json('freezes list'))[0]).toMatchObject({ name: 'nights', duration: '8h', scope_id: 'web' })
  await run('freezes delete nights')
})

test('a deploy that is held says why and until when, and a wait for it ends with 7', async () => {
  const waited = await run('apps deploy web --wait')
  expect(waited.code).toBe(7)
  expect(waited.stderr).toMatch(/is blocked: The deploy is held by freeze window "weekend" until \S+Z\. Wait until/)
  expect(waited.stderr).toContain('levelrail deploys override web')
  const asked = await run('apps deploy web')
  expect(asked).toMatchObject({ code: 0, stderr: expect.stringContaining('the deploy is held: The deploy is held by') })
  expect((await run('deploys show web')).stdout).toMatch(
    /is blocked.*Held .*freeze_window_hold.*Goes on +by itself, in 47h/s,
  )
  expect((await run('deploys cancel web')).stderr).toContain('is canceled')
})

test('an override wants a reason, at the start or later', async () => {
  await run('apps deploy web')
  expect(await run('deploys override web')).toMatchObject({ code: 1 })
  expect(await ada().run(['deploys', 'override', 'web', '--reason', 'the shop is down'])).toMatchObject({
    ...{ code: 0, stderr: expect.stringMatching(/is in progress\n$/) },
  })
  expect((await run('deploys show web')).stdout).toMatch(/Override +the shop is down/)
  const passed = await ada().run(['apps', 'deploy', 'web', '--override-freeze', 'again'])
  expect(passed.stderr).toContain('wait for it with')
  await run('freezes delete weekend')
})

test('somebody else approves or rejects, and the author cannot', async () => {
  expect((await run('approvals require')).code).toBe(1)
  expect((await run('approvals require --app web --expires-after 4h')).stderr).toContain(
    'deploys wait for 1 other person, 4h',
  )
  expect((await run('approvals rules')).stdout).toMatch(/app web +1 +4h/)
  const bobs = ['--email', 'bob@example.com', '--password-stdin']
  await ada().run(['users', 'create', '--name', 'Bob', '--role', 'operator', ...bobs], { stdin: password })
  bob = person(url())
  await bob.run(['auth', 'login', ...bobs], { stdin: password })

  const waited = await run('apps deploy web --wait')
  expect(waited).toMatchObject({ code: 7, stderr: expect.stringContaining('The deploy waits for an approval') })
  expect((await run('approvals approve web')).stderr).toContain('you asked for this deploy yourself')
  expect((await bob.run(['approvals', 'list'])).stdout).toMatch(/web .* pending .* 0 of 1/)
  expect((await bob.run(['approvals', 'reject', 'web', '--comment', 'not today'])).stderr).toMatch(
    /is rejected, and canceled/,
  )
  expect((await run('deploys show web')).stdout).toMatch(
    /Approval +rejected, 0 of 1 \(bob@example.com rejected: not today\)/,
  )

  await run('apps deploy web')
  expect((await bob.run(['approvals', 'approve', 'web'])).stderr).toMatch(/is approved, and in progress/)
  expect((await run('approvals list')).stderr).toContain('nothing waits for an approval')
  expect(await json('approvals list --all')).toMatchObject([{ state: 'approved' }, { state: 'rejected' }])
  expect((await run('approvals require --app web --off')).stderr).toContain('needs no approvals any more')
})
