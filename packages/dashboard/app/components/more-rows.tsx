// Under a list that comes in pages: how many are shown, and the way to more.
import { Button } from '../ui/button.tsx'

interface MoreRowsProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  shown: number
}

export function MoreRows({ list, shown }: MoreRowsProps) {
  if (!list.hasNextPage)
    return shown > 20 ? (
      <p className="px-6 py-3 text-small text-faint max-shell:px-4">{shown} shown, that is all.</p>
    ) : null
  return (
    <p className="flex items-center gap-4 px-6 py-4 text-muted max-shell:px-4">
      <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more
      </Button>
      <span className="text-faint">{shown} shown</span>
    </p>
  )
}
