// The first rows of a list that comes in pages, and whether there are more.

interface RowPage<Row> {
  rows: readonly Row[]
  hasMore: boolean
}

export async function takeRows<Row>(
  pages: AsyncIterable<RowPage<Row>>,
  most: number,
  isWanted: (row: Row) => boolean = () => true,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const taken: Row[] = []
  for await (const { rows, hasMore } of pages) {
    const wanted = rows.filter(isWanted)
    const fitting = wanted.slice(0, most - taken.length)
    taken.push(...fitting)
    if (taken.length >= most) return { rows: taken, isCut: hasMore || fitting.length < wanted.length }
  }
  return { rows: taken, isCut: false }
}
