// A browser and a real control plane for one file of tests, a fresh context for each test, and a watch on what a
// browser complains about: script errors, console errors, and breaches of the content policy.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type RunningServer, startServer } from '../../../server/test/support/server.ts'
import { launchBrowser } from './browser.ts'

export const admin = { email: 'ada@example.com', password: 'level enough 1', display_name: 'Ada Lovelace' }

export interface Dashboard {
  server: RunningServer
  /** A page of a new context, signed in as nobody. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /** A page signed in through the API, which is quicker than the form. */
  openAs(who: { email: string; password: string }, path: string, options?: BrowserContextOptions): Promise<Page>
  /** The same control plane again: same data, same address. */
  startAgain(): Promise<void>
  /** In this test, the browser will complain of this. */
  expectComplaint(complaint: RegExp): void
}

/** Answers that a test provokes on purpose, which browsers report in the console too. */
const expectedComplaints = [/the server responded with a status of (401|403|409|429|501)/]

/** The machine's own networks come and go while other tests run: browsers then cut what they fetch, and we try again. */
const networkChanged = /ERR_NETWORK_CHANGED/
const isCut = /ERR_NETWORK_CHANGED|interrupted by another navigation/
const cutByThat = /^NetworkFailure: cannot reach/

export function withDashboard(start: { isSetUp: boolean; env?: Record<string, string> }): Dashboard {
  const dataDir = mkdtempSync(join(tmpdir(), 'levelrail-dashboard-'))
  const options = { dataDir, env: start.env ?? {} }
  const complaints: string[] = []
  let expected = [...expectedComplaints]
  let browser: Browser | undefined
  let server: RunningServer | undefined

  beforeAll(async () => {
    const [launched, started] = await Promise.all([launchBrowser(), startServer(options)])
    browser = launched
    server = started
    if (start.isSetUp) await post(started.url, '/auth/setup', { ...admin, token: started.setupToken })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellPages(browser, complaints)
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
    const heard = complaints.splice(0)
    if (heard.some((text) => networkChanged.test(text))) expected.push(networkChanged, cutByThat)
    const unexpected = heard.filter((text) => !expected.some((known) => known.test(text)))
    expected = [...expectedComplaints]
    expect(unexpected).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await newPage(options)
    await page.goto(path)
    return page
  }

  async function newPage(options: BrowserContextOptions): Promise<Page> {
    if (!browser || !server) throw new Error('the browser and the server start in beforeAll')
    const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(30_000)
    const page = goingAgain(await context.newPage())
    page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' || /content security policy/i.test(message.text())) complaints.push(message.text())
    })
    return page
  }

  return {
    get server() {
      if (!server) throw new Error('the server starts in beforeAll')
      return server
    },
    open,
    async openAs({ email, password }, path, options = {}) {
      const page = await newPage(options)
      const answer = await page.context().request.post('/api/v1/auth/login', { data: { email, password } })
      expect(answer.status()).toBe(200)
      await page.goto(path)
      return page
    },
    async startAgain() {
      server = await startServer({ ...options, ...(server ? { port: server.port } : {}) })
    },
    expectComplaint: (complaint) => void expected.push(complaint),
  }
}

/** A way to a page that was cut is gone again, as a person would. */
function goingAgain(page: Page): Page {
  const go = page.goto.bind(page)
  page.goto = async (...to) => {
    for (let left = 5; ; left--)
      try {
        return await go(...to)
      } catch (error) {
        if (left === 0 || !isCut.test(String(error))) throw error
      }
  }
  return page
}

/** What the browser showed when a test failed: often all that is needed to know why. */
async function tellPages(browser: Browser | undefined, complaints: readonly string[]): Promise<void> {
  for (const page of browser?.contexts().flatMap((context) => context.pages()) ?? []) {
    const words = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String)
    console.error(`The page ${page.url()} showed:\n${words}`)
  }
  console.error(`The browser complained of:\n${complaints.join('\n')}`)
}

async function post(url: string, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
}
