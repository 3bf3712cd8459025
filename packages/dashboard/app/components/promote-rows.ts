// A promotion as rows: what the source runs, what the target has, and what is so afterwards.
import type { PromotePreview } from '@levelrail/contract/schemas/promotions.ts'

export interface PromoteRow {
  what: string
  isVariable: boolean
  source: string
  target: string
  after: string
  /** Whether the promotion changes it. */
  isChanged: boolean
}

const none = 'none'

export function promoteRows(preview: PromotePreview, isEnvIncluded: boolean): PromoteRow[] {
  const { image, replicas, resources, health } = preview
  const digest = (text: string | null) => text?.slice(0, 'sha256:'.length + 12) ?? none
  const images: PromoteRow[] = [
    { ...plain('image', image.after, image.before), after: image.after ?? none, isChanged: image.changed },
    {
      ...plain('digest', digest(image.after_digest), digest(image.before_digest)),
      after: digest(image.after_digest),
      isChanged: image.changed,
    },
  ]
  const kept = [...replicas, ...resources, ...health].map(({ field, source, target }) => plain(field, source, target))
  return [...images, ...kept, ...variableRows(preview.env, isEnvIncluded)]
}

function plain(what: string, source: string | null, target: string | null): PromoteRow {
  return { what, isVariable: false, source: source ?? none, target: target ?? none, after: 'kept', isChanged: false }
}

const sides = {
  add: { source: 'set', target: 'missing', included: 'added', kept: 'stays missing' },
  remove: { source: 'missing', target: 'set', included: 'removed', kept: 'kept' },
  differ: { source: 'set', target: 'set to something else', included: 'taken over', kept: 'kept' },
  masked: { source: 'set', target: 'set; a secret on one side', included: 'taken over', kept: 'kept' },
} as const

function variableRows(env: PromotePreview['env'], isEnvIncluded: boolean): PromoteRow[] {
  return (Object.keys(sides) as (keyof typeof sides)[])
    .flatMap((kind) =>
      env[kind].map((key): PromoteRow => {
        const isChanged = isEnvIncluded && env.included.includes(key)
        const { source, target, included, kept } = sides[kind]
        return { what: key, isVariable: true, source, target, after: isChanged ? included : kept, isChanged }
      }),
    )
    .toSorted((a, b) => a.what.localeCompare(b.what))
}
