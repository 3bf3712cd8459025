// Tells whether this machine was reached over ssh. sudo takes the sign of it out of the environment,
// so the environments of the processes above this one are read too, as far as they may be.
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseSshConnection, type SshSession } from './summary.ts'

const variable = 'SSH_CONNECTION='

export function findSshSession(env: NodeJS.ProcessEnv): SshSession | undefined {
  const user = env.SUDO_USER ?? userInfo().username
  return parseSshConnection(env.SSH_CONNECTION ?? fromAncestors(), user)
}

function fromAncestors(): string | undefined {
  let pid = process.ppid
  for (let depth = 0; depth < 12 && pid > 1; depth++) {
    const found = read(`/proc/${pid}/environ`)
      .split('\0')
      .find((line) => line.startsWith(variable))
    if (found !== undefined) return found.slice(variable.length)
    pid = Number(/^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0)
  }
  return undefined
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
