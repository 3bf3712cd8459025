// Which images may go: of those that our deploys pulled, what no container uses, no app should run, and nobody is likely
// to go back to. Pure. What we did not pull is not in the question, so it never goes.

export interface RetentionFacts {
  /** How many images each app keeps; 0 keeps all. */
  keep: number
  pulled: { imageId: string; reference: string }[]
  /** Newest first. */
  deploys: { app: string; imageId: string | null; outcome: string }[]
  /** Of what apps should run now. */
  running: string[]
  /** Of any container on the machine, running or not, ours or not. */
  inUse: string[]
}

export interface ImageToRemove {
  imageId: string
  /** The names that we gave it; it has gone when nobody else has given it another. */
  references: string[]
}

export function imagesToRemove(facts: RetentionFacts): ImageToRemove[] {
  if (facts.keep <= 0) return []
  const kept = new Set([...facts.running, ...facts.inUse, ...imagesToKeep(facts)])
  const ours = Map.groupBy(facts.pulled, ({ imageId }) => imageId)
  return [...ours]
    .filter(([imageId]) => !kept.has(imageId))
    .map(([imageId, rows]) => ({ imageId, references: rows.map(({ reference }) => reference) }))
}

/** The last that served, and that of the newest deploy and of one under way, whatever becomes of it. */
function imagesToKeep({ deploys, keep }: RetentionFacts): string[] {
  return [...Map.groupBy(deploys, ({ app }) => app).values()].flatMap((ofApp) => {
    const images = (which: typeof ofApp) => which.flatMap(({ imageId }) => imageId ?? [])
    const served = new Set(images(ofApp.filter(({ outcome }) => outcome === 'healthy')))
    const underWay = images(ofApp.filter(({ outcome }) => outcome === 'in_progress'))
    return [...[...served].slice(0, keep), ...images(ofApp.slice(0, 1)), ...underWay]
  })
}
