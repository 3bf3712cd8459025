// Lets all who ask at once share one look, without giving anybody an older answer than their question.

/** A look costs more than a turn of the event loop; with no more than so many, nobody waits long for others. */
const mostTurns = 8

/**
 * Whoever asks while a look is under way waits for the next one: the one under way may have seen less. A look begins
 * when a turn of the event loop brought nobody more, so that questions of many connections share it.
 */
export function sharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let asking = 0
  let underWay: Promise<unknown> = Promise.resolve()
  return () => {
    asking++
    next ??= underWay.then(async () => {
      for (let turn = 0, before = 0; turn < mostTurns && asking > before; turn++) {
        before = asking
        await new Promise((resolve) => setImmediate(resolve))
      }
      next = undefined
      asking = 0
      const looking = look()
      underWay = looking.catch(() => {})
      return looking
    })
    return next
  }
}
