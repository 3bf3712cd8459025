// Sizes for people: three digits at most, in the units of disks.

const units = ['B', 'kB', 'MB', 'GB', 'TB']

export function sizeText(bytes: number | null): string {
  if (bytes === null) return '-'
  let [value, unit] = [bytes, 0]
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1]
  const digits = unit === 0 || value >= 9.95 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit]}`
}
