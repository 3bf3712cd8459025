// The rule for getting a container engine on this machine: what to do, or exactly what is missing and how to get it.

export interface HostFacts {
  /** `ID` and `ID_LIKE` of /etc/os-release. */
  osFamily: string[]
  osName: string
  isRoot: boolean
  /** Path of an installed `dockerd`, if there is one. */
  dockerd: string | undefined
  /** Whether there is an engine's socket that this user may not open. */
  isDenied: boolean
  /** Whether process 1 is systemd. */
  hasSystemd: boolean
}

export type EnginePlan =
  | { kind: 'start'; by: 'systemd' | 'dockerd'; install: boolean }
  | { kind: 'missing'; what: string; how: string[] }

const startBySystemd = 'systemctl enable --now docker'

export function planEngine(facts: HostFacts): EnginePlan {
  const canInstall = facts.osFamily.some((family) => family === 'debian' || family === 'ubuntu')
  const isInstalled = facts.dockerd !== undefined
  if (facts.isDenied)
    return {
      kind: 'missing',
      what: 'this user may not use the container engine',
      how: [...joinGroup, 'or run `sudo npm run up`'],
    }
  if (facts.isRoot && (isInstalled || canInstall))
    return { kind: 'start', by: facts.hasSystemd ? 'systemd' : 'dockerd', install: !isInstalled }
  if (isInstalled)
    return {
      kind: 'missing',
      what: 'a container engine is installed but does not answer, and starting it needs root',
      how: [facts.hasSystemd ? `sudo ${startBySystemd}` : 'sudo dockerd', ...joinGroup],
    }
  if (canInstall)
    return {
      kind: 'missing',
      what: 'there is no container engine, and installing one needs root',
      how: [
        'sudo apt-get update',
        'sudo apt-get install docker.io',
        ...(facts.hasSystemd ? [`sudo ${startBySystemd}`] : []),
        ...joinGroup,
      ],
    }
  return {
    kind: 'missing',
    what: `there is no container engine, and Levelrail cannot install one on ${facts.osName}`,
    how: [
      "install Docker Engine 20.10 or newer from your system's packages and start it",
      'or name an engine: APP_DOCKER_HOST=unix:///path/to.sock or tcp://host:port',
    ],
  }
}

const joinGroup = ['sudo usermod -aG docker "$USER"   # then sign in again, so that this user may use the engine']
