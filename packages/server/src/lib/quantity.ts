// Memory, CPU and sets of CPUs as people write them (`512Mi`, `0.5`, `0-3,5`), and back in one canonical way.
import { accepted, type Parsed, quoted, refused } from './parsed.ts'

const unitBytes = {
  Ti: 1024 ** 4,
  T: 1000 ** 4,
  Gi: 1024 ** 3,
  G: 1000 ** 3,
  Mi: 1024 ** 2,
  M: 1000 ** 2,
  Ki: 1024,
  k: 1000,
} as const
type Unit = keyof typeof unitBytes

/** Engines refuse a limit under 6 MiB: nothing starts in less. */
export const minMemoryBytes = 6 * unitBytes.Mi
export const maxMemoryBytes = 64 * unitBytes.Ti
/** The kernel gives out CPU time in slices of 1 ms in 100 ms. */
export const minCpus = 0.01
export const maxCpus = 512
const maxCpuNumber = 1023

/** A memory limit in bytes. */
export function parseMemory(text: string): Parsed<number> {
  const size = parseSize(text)
  if (!size.ok || size.value >= minMemoryBytes) return size
  return refused(`the memory limit ${quoted(text)} is too small: no container starts with less than 6Mi`)
}

/** Any number of bytes, zero too: `512Mi`, `256M`, `1.5Gi`, `1048576`. */
export function parseSize(text: string): Parsed<number> {
  const match = /^(\d{1,15}(?:\.\d{1,3})?)(Ti|T|Gi|G|Mi|M|Ki|k)?$/.exec(text)
  if (!match) return refused(`${quoted(text)} is not a size: write it such as 512Mi, 1Gi or 256M${sizeHint(text)}`)
  const unit = match[2]
  const bytes = Number(match[1]) * (isUnit(unit) ? unitBytes[unit] : 1)
  if (unit === undefined && !Number.isInteger(bytes)) return refused(`${quoted(text)} is not a whole number of bytes`)
  if (bytes > maxMemoryBytes) return refused(`${quoted(text)} is too much: at most 64Ti`)
  return accepted(Math.round(bytes))
}

/** The shortest exact text, binary units first: 1073741824 is `1Gi`, 256000000 is `256M`. */
export function formatSize(bytes: number): string {
  const exact = Object.entries(unitBytes)
    .filter(([, size]) => bytes > 0 && bytes % size === 0)
    .map(([unit, size]) => `${bytes / size}${unit}`)
  const isBinary = (text: string) => text.endsWith('i')
  const [best] = [...exact, String(bytes)].sort(
    (a, b) => digits(a) - digits(b) || Number(isBinary(b)) - Number(isBinary(a)),
  )
  return best ?? String(bytes)
}

/** How many CPUs, up to thousandths: `0.5`, `2`. */
export function parseCpu(text: string): Parsed<number> {
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text)) {
    const milli = /^(\d{1,6})m$/.exec(text)
    const hint = milli ? `: write ${Number(milli[1]) / 1000}` : ': write it such as 0.5 or 2'
    return refused(`${quoted(text)} is not a number of CPUs${hint}`)
  }
  const cpus = Number(text)
  if (cpus < minCpus) return refused(`${quoted(text)} is too little CPU: at least ${minCpus}`)
  if (cpus > maxCpus) return refused(`${quoted(text)} is too much CPU: at most ${maxCpus}`)
  return accepted(cpus)
}

export function formatCpu(cpus: number): string {
  return String(Math.round(cpus * 1000) / 1000)
}

/** The numbers of the CPUs in a list such as `0-3,5`, in order and each once. */
export function parseCpuset(text: string): Parsed<number[]> {
  if (text.length > 1000) return refused('the list of CPUs is over 1000 characters long: write runs, such as 0-63')
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const match = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part)
    if (!match) return refused(`${quoted(text)} is not a list of CPUs: write it such as 0-3,5`)
    const from = Number(match[1])
    const to = Number(match[2] ?? match[1])
    if (to > maxCpuNumber || from > maxCpuNumber)
      return refused(`${quoted(part)}: CPUs are numbered 0 to ${maxCpuNumber}`)
    if (to < from) return refused(`${quoted(part)} in the list of CPUs runs backwards: write ${to}-${from}`)
    for (let cpu = from; cpu <= to; cpu++) numbers.add(cpu)
  }
  return accepted([...numbers].sort((a, b) => a - b))
}

export function formatCpuset(cpus: readonly number[]): string {
  const runs: [number, number][] = []
  for (const cpu of [...new Set(cpus)].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === cpu - 1) last[1] = cpu
    else runs.push([cpu, cpu])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

/** `512m` and `512MB` mean different things to different tools; say which of ours was probably meant. */
function sizeHint(text: string): string {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt])i?b?$/i.exec(text)
  const unit = match?.[2]?.toUpperCase()
  return match && unit ? ` (perhaps ${match[1]}${unit}i)` : ''
}

function digits(text: string): number {
  return text.replace(/\D/g, '').length
}

function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(unitBytes, text)
}
