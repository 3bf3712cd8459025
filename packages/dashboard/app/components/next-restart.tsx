// When a replica that ended again and again is started next, ticking.
import { useTick } from '../hooks/use-tick.ts'
import { Notice } from '../ui/notice.tsx'
import { exactUtc } from '../ui/relative-time.tsx'
import { spanWords } from './app-state.ts'

export function NextRestart({ at }: { at: string | null }) {
  const now = useTick(at !== null, 1_000)
  if (at === null) return null
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000)
  return (
    <section aria-label="Next start" className="px-6 pt-4 max-shell:px-4">
      <Notice tone="held" title="A replica ended again and again">
        <span className="tabular-nums">
          {seconds > 0
            ? `It is started again in ${spanWords(seconds * 1_000).replace('.0', '')}`
            : 'It is started again any moment'}
        </span>
        , at{' '}
        <time dateTime={at} title={exactUtc(at)} className="tabular-nums">
          {new Date(at).toLocaleTimeString()}
        </time>
        . The wait grows while it keeps ending; its logs say why.
      </Notice>
    </section>
  )
}
