// The frame of every signed-in page: side bar, top bar, and the page, where the person may see it.
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useMatches } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { isAnswering } from '../api/connection.ts'
import { followChanges } from '../api/live.ts'
import { keys, useIdentity } from '../api/queries.ts'
import { refreshChanged } from '../api/refresh.ts'
import { can } from '../can.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Wordmark } from './mark.tsx'
import { Navigation } from './navigation.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { TopBar } from './top-bar.tsx'

export function Shell() {
  const [isNavOpen, setNavOpen] = useState(false)
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }>>()
  const who = useIdentity()
  const refused = useMatches({
    select: (matches) => matches.find((match) => !can.seePage(who, match.staticData.ability))?.staticData.title,
  })
  const openPalette = () =>
    void import('./command-palette.tsx').then((file) => setPalette(() => file.CommandPalette), isAnswering)
  useShortcut('k', openPalette)
  useLiveChanges()
  return (
    <div className="min-h-dvh shell:grid shell:grid-cols-[13.5rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-accent-ink focus:translate-y-0"
      >
        Skip to the page
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-rail shell:flex">
        <div className="flex h-12 shrink-0 items-center px-5">
          <Wordmark />
        </div>
        <Navigation />
        <p className="mt-auto truncate border-t border-line px-5 py-3 font-mono text-small text-faint">
          {location.host}
        </p>
      </aside>
      <div className="flex min-w-0 flex-col">
        <TopBar onNav={() => setNavOpen(true)} onPalette={openPalette} />
        <main id="main" tabIndex={-1} className="flex-1 pb-16 outline-none">
          {refused ? <NotAllowed title={refused} who={who} /> : <Outlet />}
        </main>
      </div>
      {isNavOpen && (
        <Dialog title="Levelrail" shape="left" onClose={() => setNavOpen(false)}>
          <Navigation onChosen={() => setNavOpen(false)} />
        </Dialog>
      )}
      {Palette && <Palette onClose={() => setPalette(undefined)} />}
    </div>
  )
}

/** Whatever is on screen follows what happens, while somebody is signed in. */
function useLiveChanges(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      followChanges({
        refresh: (changes) => refreshChanged(queryClient, changes),
        beat: () => {
          void queryClient.invalidateQueries({ queryKey: keys.status })
          // Nobody tells of requests that did not come.
          void queryClient.invalidateQueries({ queryKey: keys.requests })
        },
      }),
    [queryClient],
  )
}

/** Ctrl or Cmd with a key, anywhere on the page. */
function useShortcut(key: string, act: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [key, act])
}
