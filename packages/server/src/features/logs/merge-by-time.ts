// Several readings, each in the order of time, as one.

interface Timed {
  stamp: string
}

/** Holds one item of each; whoever reads it slowly slows them all. */
export async function* mergeByTime<T extends Timed>(readings: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const heads: { iterator: AsyncIterator<T>; item: T }[] = []
  const open = readings.map((reading) => reading[Symbol.asyncIterator]())
  try {
    for (const iterator of open) {
      const { done, value } = await iterator.next()
      if (!done) heads.push({ iterator, item: value })
    }
    while (heads.length > 0) {
      const first = heads.reduce((a, b) => (b.item.stamp < a.item.stamp ? b : a))
      yield first.item
      const { done, value } = await first.iterator.next()
      if (done) heads.splice(heads.indexOf(first), 1)
      else first.item = value
    }
  } finally {
    await Promise.all(open.map((iterator) => iterator.return?.()))
  }
}
