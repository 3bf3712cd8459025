// A page in a file of its own, fetched when first needed. When the fetch fails, either the control plane is away, and
// the page is tried again once it answers, or the fetch was cut on its way, and works the second time, or an upgrade took
// the old files away, and a fresh page knows the new ones.
import { NetworkFailure } from '@levelrail/contract/client.ts'
import { type ComponentType, createElement, use } from 'react'
import { isAnswering } from './api/connection.ts'

export function lazyPage<File>(load: () => Promise<File>, name: keyof File) {
  let pending: Promise<ComponentType> | undefined
  let loaded: ComponentType | undefined
  const fetchPage = async () => {
    loaded = componentOf((await load())[name])
    return loaded
  }
  const preload = () => {
    pending ??= fetchPage().catch(async (cause: unknown) => {
      pending = undefined
      if (await isAnswering()) return fetchPage().catch(reloadSeldom)
      throw new NetworkFailure(location.origin, cause)
    })
    return pending
  }
  // A loaded page is drawn at once: waiting for a settled promise would hide what is focused, and lose the focus.
  // biome-ignore lint/correctness/noComponentHookFactories: called once a route, at module level
  const LazyPage = () => createElement(loaded ?? use(preload()))
  return Object.assign(LazyPage, { preload: async () => void (await preload()) })
}

function componentOf(value: unknown): ComponentType {
  if (isComponent(value)) return value
  throw new TypeError('the route table names something that is no component')
}

function isComponent(value: unknown): value is ComponentType {
  return typeof value === 'function'
}

/** Few times a minute: networks that come and go may cut several in a row, and a file that stays missing must not make
 *  the page spin. */
function reloadSeldom(cause: unknown): never {
  const key = 'levelrail.reloaded-at'
  const now = Date.now()
  const recent = (sessionStorage.getItem(key) ?? '').split(' ').filter((at) => now - Number(at) < 60_000)
  if (recent.length < 3) {
    sessionStorage.setItem(key, [...recent, now].join(' '))
    location.reload()
  }
  throw new NetworkFailure(location.origin, cause)
}
