// Lets all who ask at once share one look, without giving anybody an older answer than their question.

/**
 * Whoever asks while a look is under way waits for the next one: the one under way may have seen less. A look begins
 * when everything that has arrived was read, so that questions of many connections share it.
 */
export function sharedLook<T>(look: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  return () => {
    next ??= underWay.then(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      next = undefined
      const looking = look()
      underWay = looking.catch(() => {})
      return looking
    })
    return next
  }
}
