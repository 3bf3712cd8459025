// Loaded with `node --import` before the control plane: LEVELRAIL_FAILPOINT=name[:n] kills the process, as kill -9
// would, the n-th time it passes the place of that name.

const [name = '', nth = '1'] = (process.env.LEVELRAIL_FAILPOINT ?? '').split(':')
let passed = 0

globalThis.levelrailFailpoint = (place) => {
  if (place !== name || ++passed < Number(nth)) return
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing more may happen meanwhile.
  return new Promise(() => {})
}
