// Projects, environments and shared variables on the command line, against a real control plane without an engine. Each
// story goes on where the last one ended.
import { expect, test } from 'vitest'
import { withSignedIn } from './support/signed-in.ts'

const { ada, run, json } = withSignedIn()
const made = async (line: string) => (await run(line)).stdout.trim()

let org: string
let project: string
let production: string
let staging: string

test('an organization, a project and its environments are made, and print their ids', async () => {
  org = await made('orgs create Acme')
  project = await made(`projects create Shop --org ${org}`)
  production = await made(`envs create ${project} production --protected`)
  staging = await made(`envs create ${project} staging`)
  expect(await json('orgs list')).toMatchObject([{ id: org, name: 'Acme' }])
  expect(await json('projects list')).toMatchObject([{ id: project, name: 'Shop', org_id: org }])
  expect((await run(`envs list ${project}`)).stdout).toMatch(/production +yes/)
  expect(await run('projects create')).toMatchObject({ code: 1 })
  expect(await run(`projects move ${project} --org org_none`)).toMatchObject({ code: 2 })
})

test('an app is filed, and its variables tell where they come from', async () => {
  await run('apps create web --image levelrail/test-app:1 --env OWN=1 --no-deploy')
  const moved = await run(`apps move web --project ${project} --environment ${production}`)
  expect(moved).toMatchObject({ code: 0, stderr: `web: project ${project}, environment ${production}\n` })
  await run(`variables set --org ${org} --env LEVEL=org --env OWN=org`)
  await ada().run(['variables', 'import', '--project', project], {
    stdin: '# shop\nexport LEVEL="two\nlines"\nURL=x # y\n',
  })
  await run(`variables secrets set TOKEN --environment ${production} --value-stdin`, 'hunter2\n')
  const effective = await run('apps env effective web')
  expect(effective.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['KEY', 'VALUE', 'FROM', 'SHADOWS'],
    ['LEVEL', 'two lines', 'project', 'organization'],
    ['OWN', '1', 'app', 'organization'],
    ['TOKEN', '(secret)', 'environment', '-'],
    ['URL', 'x', 'project', '-'],
    [''],
  ])
  expect((await run('apps env web')).stdout).toBe('OWN=1\n')
  expect(await run('apps env effective web --pending')).toMatchObject({
    ...{ code: 0, stderr: 'web runs with its variables of now\n' },
  })
})

test('shared variables are exported, changed and refused by line', async () => {
  expect((await run(`variables list --project ${project} --dotenv`)).stdout).toBe('LEVEL="two\\nlines"\nURL=x\n')
  await run(`variables set --project ${project} --env URL=z --unset-env LEVEL`)
  expect(await json(`variables list --project ${project}`)).toEqual({ URL: 'z' })
  const refused = await run(`variables import --project ${project}`, 'A=1\nhunter2\n')
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('line 2 is not KEY=VALUE') })
  expect(refused.stderr).not.toContain('hunter2')
  expect(await json(`variables list --project ${project}`)).toEqual({ URL: 'z' })
  expect(await json(`variables secrets list --environment ${production}`)).toEqual(['TOKEN'])
  expect(await run('variables list')).toMatchObject({ code: 1 })
})

test('two environments are compared', async () => {
  await run(`variables set --environment ${staging} --env URL=staging`)
  const { stdout } = await run(`envs compare ${project} ${production} ${staging}`)
  expect(stdout).toMatch(/TOKEN +only_a +\(secret\) +-/)
  expect(stdout).toMatch(/URL +changed +z +staging/)
})

test('a protected environment wants --confirm, and a project acts as one', async () => {
  const refused = await run('apps deploy web')
  expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('"production" is protected') })
  expect(await run('apps deploy web --confirm')).toMatchObject({ code: 0 })
  expect(await run(`projects stop ${project}`)).toMatchObject({ code: 0, stderr: 'stopped: web\n' })
  expect((await run(`projects show ${project}`)).stdout).toMatch(/web/)
  expect(await json(`projects start ${project}`)).toEqual({
    ...{ succeeded_apps: ['web'], succeeded_databases: [], failed_apps: [] },
  })
})

test('an environment is cloned whole, shown before, and an app by itself', async () => {
  await run(`apps create front --image levelrail/test-app:1 --no-deploy --project ${project} --environment ${staging}`)
  await run('apps secrets set front TOKEN --value-stdin', 'hunter2\n')
  const preview = await run(`envs clone ${staging} qa --preview`)
  expect(preview.stdout).toMatch(/front +front-qa +levelrail\/test-app:1 +TOKEN +0 +secret_values/)
  const cloned = await run(`envs clone ${staging} qa --app front=front-next --domain front=qa.example.com`)
  expect(cloned).toMatchObject({ code: 0, stderr: 'front -> front-next waits for secrets: TOKEN\n' })
  expect(await json('apps show front-next')).toMatchObject({
    ...{ environment_id: cloned.stdout.trim(), domains: ['qa.example.com'] },
  })
  expect(await run(`envs clone ${staging} qa`)).toMatchObject({ code: 4, stdout: '' })
  expect(await run(`envs clone ${staging} more --app front`)).toMatchObject({ code: 1 })
  expect((await run('apps clone front front-two --preview')).stdout).toContain('front-two')
  expect(await json('apps clone front front-two --copy-secrets --no-project')).toMatchObject({
    ...{ name: 'front-two', project_id: '', latest_deploy: null },
  })
  expect(await json('apps secrets list front-two')).toMatchObject([{ name: 'TOKEN', set: true }])
})

test('a promotion is shown with what stands in its way, and asked for', async () => {
  const preview = await run(`apps promote front ${production} --preview`)
  expect(preview.stdout).toMatch(/never_deployed +app "front" was never deployed/)
  expect(preview.stdout).toMatch(/no_target +environment "production" has no app/)
  const unasked = await run(`apps promote front ${production}`)
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('confirm with --yes') })
  const refused = await run(`apps promote front ${production} --target web --yes --confirm`)
  expect(refused).toMatchObject({ code: 4, stdout: '' })
  expect(refused.stderr).toContain('there is no image to promote')
})

test('removing the groups leaves the app', async () => {
  expect(await run(`projects delete ${project}`)).toMatchObject({ code: 1 })
  expect(await run(`envs delete ${staging} --yes`)).toMatchObject({ code: 0 })
  expect(await run(`projects delete ${project} --yes`)).toMatchObject({ code: 0 })
  expect(await run(`orgs delete ${org} --yes`)).toMatchObject({ code: 0 })
  expect(await json('apps show web')).toMatchObject({ project_id: '', environment_id: '' })
})
