// Fields that a new app and its settings share, and their rules in words.
import { type Pair, PairRows } from './pair-rows.tsx'

export const imageHint = 'With its tag or digest, as an engine would pull it.'
export const memoryHint = 'Such as 512Mi or 1Gi. Empty: no limit.'

interface VolumeRowsProps {
  rows: readonly Pair[]
  onChange: (rows: Pair[]) => void
  disabled?: boolean
}

export function VolumeRows({ rows, onChange, disabled = false }: VolumeRowsProps) {
  return (
    <PairRows
      what="volume"
      keyLabel="Volume name"
      valueLabel="Path in the container"
      keyPattern="[a-z0-9]([a-z0-9\-]*[a-z0-9])?"
      keyHint="Letters a-z, digits and “-”"
      valuePattern="/.+"
      isValueNeeded
      rows={rows}
      onChange={onChange}
      disabled={disabled}
    />
  )
}
