// The shape beside every state word, so that nobody has to tell colours apart.
import clsx from 'clsx'

export type Tone = 'ok' | 'bad' | 'unknown' | 'held' | 'working' | 'stopped'

const colours: Record<Tone, string> = {
  ok: 'text-ok-mark',
  bad: 'text-bad',
  unknown: 'text-faint',
  held: 'text-warn',
  working: 'text-work',
  stopped: 'text-faint',
}

export function StatusMark({ tone, className }: { tone: Tone; className?: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={clsx('size-3 shrink-0', colours[tone], className)}>
      {shape(tone)}
    </svg>
  )
}

function shape(tone: Tone) {
  switch (tone) {
    case 'ok':
      return <circle cx="6" cy="6" r="4" fill="currentColor" />
    case 'bad':
      return <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    case 'unknown':
      return (
        <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 1.6" />
      )
    case 'held':
      return <path d="M4 2v8M8 2v8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    case 'working':
      return (
        <circle
          cx="6"
          cy="6"
          r="4"
          fill="currentColor"
          className="origin-center animate-[breathe_1.4s_ease-in-out_infinite]"
        />
      )
    case 'stopped':
      return <circle cx="6" cy="6" r="3.8" fill="none" stroke="currentColor" strokeWidth="1.6" />
  }
}
