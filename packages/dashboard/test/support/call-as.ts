// Calls of the API by whoever is signed in on a page, for what a test needs but does not look at.
import type { Page } from 'playwright-core'

export async function callAs(page: Page, method: string, path: string, body?: object) {
  const url = new URL(`/api/v1${path}`, page.url())
  const answer = await page.request.fetch(url.href, {
    method,
    headers: { origin: url.origin },
    ...(body ? { data: body } : {}),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? undefined : await answer.json()
}
