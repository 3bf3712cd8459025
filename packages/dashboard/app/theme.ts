// Light, dark or as the system says; remembered in this browser. `public/theme.js` applies it before first paint.
import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const key = 'levelrail.theme'
const systemDark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
systemDark.addEventListener('change', apply)

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme)
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage can be forbidden; the choice then lasts as long as the page.
  }
  apply(theme)
  for (const listener of listeners) listener()
}

function apply(chosen: unknown): void {
  const theme = chosen === 'light' || chosen === 'dark' || chosen === 'system' ? chosen : readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && systemDark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
