// How many apps are in which state, on the home page.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appsSummaryQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { StatusMark, type Tone } from '../ui/status-mark.tsx'

const parts: readonly { name: 'ready' | 'working' | 'failing' | 'stopped'; tone: Tone }[] = [
  { name: 'ready', tone: 'ok' },
  { name: 'working', tone: 'working' },
  { name: 'failing', tone: 'bad' },
  { name: 'stopped', tone: 'stopped' },
]

export function AppsSummary() {
  const { data: summary } = useQuery(appsSummaryQuery)
  if (!summary || summary.total === 0) return null
  return (
    <section
      aria-label="Apps"
      className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-6 py-3 max-shell:px-4"
    >
      <Link to={paths.apps} className="font-strong hover:text-accent-text hover:underline">
        {summary.total === 1 ? '1 app' : `${summary.total} apps`}
      </Link>
      {parts
        .filter(({ name }) => summary[name] > 0)
        .map(({ name, tone }) => (
          <span key={name} className="flex items-center gap-2">
            <StatusMark tone={tone} />
            {summary[name]} {name}
          </span>
        ))}
    </section>
  )
}
