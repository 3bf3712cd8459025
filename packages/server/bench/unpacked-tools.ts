// Programs of Debian that the ingress is measured beside, unpacked into a folder: nothing is installed or started by
// their packages. The mirror is the machine's own.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../src/lib/run.ts'

export interface Tools {
  nginx: string
  caddy: string
  wrk: string
  /** For programs whose libraries were unpacked beside them. */
  env: Record<string, string>
}

const packages = ['nginx', 'caddy', 'wrk', 'libluajit-5.1-2', 'libluajit-5.1-common']

export async function unpackTools(folder: string, signal: AbortSignal): Promise<Tools> {
  const archives = join(folder, 'packages')
  const root = join(folder, 'tools')
  mkdirSync(archives, { recursive: true })
  // `apt-get download` writes where it stands.
  await run('env', ['--chdir', archives, 'apt-get', 'download', ...packages], { signal })
  for (const file of readdirSync(archives)) await run('dpkg', ['-x', join(archives, file), root], { signal })
  const libraries = readdirSync(join(root, 'usr/lib')).map((name) => join(root, 'usr/lib', name))
  return {
    nginx: join(root, 'usr/sbin/nginx'),
    caddy: join(root, 'usr/bin/caddy'),
    wrk: join(root, 'usr/bin/wrk'),
    env: { LD_LIBRARY_PATH: libraries.join(':') },
  }
}
