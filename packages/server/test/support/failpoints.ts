// Loaded with `node --import` before the control plane, to act at named places.
// LEVELRAIL_FAILPOINT=name[:n] kills the process, as kill -9 would, the n-th time it passes there.
// LEVELRAIL_WAITPOINT=name:ms makes it wait there each time.

const [killAt = '', nth = '1'] = (process.env.LEVELRAIL_FAILPOINT ?? '').split(':')
const [waitAt = '', waitMs = '0'] = (process.env.LEVELRAIL_WAITPOINT ?? '').split(':')
let passed = 0

globalThis.levelrailFailpoint = async (place) => {
  if (place === waitAt) await new Promise((resolve) => setTimeout(resolve, Number(waitMs)))
  if (place !== killAt || ++passed < Number(nth)) return
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing more may happen meanwhile.
  await new Promise(() => {})
}
