// The pages that the proxy itself answers with. They stand alone: no script, no font, nothing from elsewhere.

export interface ErrorPage {
  status: number
  title: string
  text: string
  /** When a client may try again. */
  retrySeconds?: number
}

const texts: Record<string, ErrorPage> = {
  'no-route.html': {
    status: 404,
    title: 'No app here',
    text: 'No app is reachable under this address. Check the name, or the domains of the app.',
  },
}

const failures: ErrorPage[] = [
  { status: 400, title: 'Bad request', text: 'What your client sent is not a valid HTTP request.' },
  { status: 408, title: 'Too slow', text: 'Your client did not send its request in time.' },
  { status: 500, title: 'Internal error', text: 'The proxy could not handle this request.' },
  { status: 502, title: 'Bad answer', text: 'The app answered with something that is not valid HTTP, or broke off.' },
  {
    status: 503,
    title: 'No answer',
    text: 'The app at this address is stopped, has no replica that is ready, or cannot be reached. Try again in a moment.',
    retrySeconds: 5,
  },
  { status: 504, title: 'No answer in time', text: 'The app took too long to answer.' },
]

/** Pages that rules return, and whole answers for what fails in the proxy, by file name. */
export function errorFiles(): Record<string, string> {
  const pages = Object.entries(texts).map(([file, page]) => [file, htmlOf(page)])
  return Object.fromEntries([...pages, ...failures.map((page) => [`${page.status}.http`, answerOf(page)])])
}

export const failureStatuses = failures.map(({ status }) => status)

function answerOf(page: ErrorPage): string {
  const body = htmlOf(page)
  const lines = [
    `HTTP/1.1 ${page.status} ${page.title}`,
    'Content-Type: text/html; charset=utf-8',
    'Cache-Control: no-store',
    ...(page.retrySeconds === undefined ? [] : [`Retry-After: ${page.retrySeconds}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

export function htmlOf({ status, title, text }: ErrorPage): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} ${title}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 1rem; text-align: center }
h1 { font-size: 1.5rem; margin: 0 0 .5rem } p { margin: 0; opacity: .75; max-width: 36rem }
</style>
<main>
<h1>${status} · ${title}</h1>
<p>${text}</p>
</main>
</html>
`
}
