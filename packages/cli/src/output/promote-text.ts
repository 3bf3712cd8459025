// What a promotion would change, what differs besides, and what stands in its way, for people.
import type { PromotePreview } from '@levelrail/contract/schemas/promotions.ts'
import { type Fact, factsText } from './facts.ts'

const lifts = { confirm: '--confirm', force: '--force', override_freeze: '--override-freeze REASON' }

export function promoteText({ source, target, image, env, blockers, ...differing }: PromotePreview): string {
  const where = (name: string) => (name === '' ? '' : ` in ${name}`)
  const settings = [...differing.replicas, ...differing.resources, ...differing.health]
  const facts: Fact[] = [
    ['from', `${source.app}${where(source.environment_name)}`],
    ['to', `${target.app ?? '?'}${where(target.environment_name)}${target.protected ? ' (protected)' : ''}`],
    [
      'image',
      image.changed ? `${image.before ?? 'none'} -> ${image.after ?? 'none'}` : `${image.after} (runs already)`,
    ],
    ['digest', image.changed ? (image.after_digest ?? '') : ''],
    ['kept', settings.map((row) => `${row.field} ${row.target ?? 'none'} (here ${row.source ?? 'none'})`).join(', ')],
    ['missing there', env.add.join(', ')],
    ['only there', env.remove.join(', ')],
    ['different', env.differ.join(', ')],
    ['secret', env.masked.join(', ')],
    ['--include-env', env.included.join(', ')],
    ...blockers.map(
      ({ code, message, lifted_by }): Fact => [code, lifted_by ? `${message} (${lifts[lifted_by]})` : message],
    ),
  ]
  return factsText(facts)
}
