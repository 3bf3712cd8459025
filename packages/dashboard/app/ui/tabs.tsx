// Tabs that are links: which one is open is in the URL. Where they do not all fit, the open one is brought into view.
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

interface Tab {
  to: string
  title: string
  /** The tab is open on the pages below it too. */
  hasPages?: boolean
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address opens another tab
  useEffect(() => {
    const open = bar.current?.querySelector('[aria-current=page]')
    open?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav ref={bar} aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line px-6 max-shell:px-4">
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          activeOptions={{ exact: !tab.hasPages, includeSearch: false }}
          className="-mb-px flex h-9 items-center border-b-2 border-transparent whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:font-strong aria-[current=page]:text-ink"
        >
          {tab.title}
        </Link>
      ))}
    </nav>
  )
}
