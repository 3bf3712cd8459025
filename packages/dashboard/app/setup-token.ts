// The one-time token of the set-up link. It arrives in the fragment, which never reaches a server or a log, and it
// leaves the address bar before anything is drawn.
let token: string | undefined

export function takeSetupToken(): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const found = fragment.get('token')
  if (!found) return
  token = found
  history.replaceState(null, '', location.pathname + location.search)
}

export function hasSetupToken(): boolean {
  return token !== undefined
}

export function setupToken(): string {
  return token ?? ''
}
