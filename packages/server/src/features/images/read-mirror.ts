// Reads this host's apt sources from disk and gives its mirror, or says why images cannot be built here.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AptMirror, chooseMirror, parseAptSources } from './apt-sources.ts'
import { ImageError } from './image-error.ts'

const sourceFolder = '/etc/apt/sources.list.d'

export interface HostSystem {
  id: string
  name: string
  codename: string
}

export function readMirror(system: HostSystem): AptMirror {
  if (system.id !== 'debian')
    throw new ImageError(
      'unsupported',
      `images can be built only on Debian, and this is ${system.name}: pull them, or load them from a Debian machine (docker save, docker load)`,
    )
  const mirror = chooseMirror(parseAptSources(readSourceFiles()), system.codename)
  if (mirror === undefined)
    throw new ImageError('unsupported', `no apt source for ${system.codename} was found in /etc/apt`)
  return mirror
}

function readSourceFiles(): { path: string; text: string }[] {
  const listed = existsSync(sourceFolder) ? readdirSync(sourceFolder).map((name) => `${sourceFolder}/${name}`) : []
  return ['/etc/apt/sources.list', ...listed]
    .filter((path) => existsSync(path) && /\.(list|sources)$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}
