// Loaded with `node --import` before the control plane, to act at named places.
// LEVELRAIL_FAILPOINT=name[:n] kills the process, as kill -9 would, the n-th time it passes there.
// LEVELRAIL_FAILPOINT_FILE=path does the same for what that file says at the time, and removes it first, so that the
// next start lives.
// LEVELRAIL_WAITPOINT=name:ms makes it wait there each time.
import { readFileSync, rmSync } from 'node:fs'

const file = process.env.LEVELRAIL_FAILPOINT_FILE
const [waitAt = '', waitMs = '0'] = (process.env.LEVELRAIL_WAITPOINT ?? '').split(':')
let passed = 0

globalThis.levelrailFailpoint = async (place) => {
  if (place === waitAt) await new Promise((resolve) => setTimeout(resolve, Number(waitMs)))
  const [killAt = '', nth = '1'] = (file ? textOf(file) : (process.env.LEVELRAIL_FAILPOINT ?? '')).split(':')
  if (place !== killAt || ++passed < Number(nth)) return
  if (file) rmSync(file)
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing more may happen meanwhile.
  await new Promise(() => {})
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
