// A time in the server's words, told from now.
import { RelativeTime } from '../ui/relative-time.tsx'

/** "next try at 2026-01-02T03:04:05.000Z" -> "next try in 12 s" */
export function TimedWords({ text }: { text: string }) {
  const match = /^(.*?) at (\d{4}-\d\d-\d\dT[\d:.]+Z)(.*)$/.exec(text)
  if (!match) return text
  return (
    <>
      {match[1]} <RelativeTime at={match[2] ?? null} />
      {match[3]}
    </>
  )
}
