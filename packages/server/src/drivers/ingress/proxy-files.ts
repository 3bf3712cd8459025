// The files that the proxy starts from, as an archive for its container.
import type { TarEntry } from '../../lib/tar.ts'
import { home } from './proxy-paths.ts'

/** A folder below `home`, and what its files hold by name. */
export interface ConfigurationFolder {
  folder: string
  files: Record<string, string>
}

/**
 * A folder, made of what is there already as far as that is the same: then a change of one server does not send all
 * names of a thousand apps. Links to files, so nothing may write into one: what is unpacked takes the place of a file.
 */
export function folderEntries(made: ConfigurationFolder, there: ConfigurationFolder | undefined): TarEntry[] {
  if (made.folder === there?.folder) return []
  const pathIn = ({ folder }: ConfigurationFolder, file: string) => `${home.slice(1)}/${folder}/${file}`
  const files = Object.entries(made.files).map(([file, content]): TarEntry => {
    const path = pathIn(made, file)
    if (there?.files[file] === content) return { type: 'hard-link', path, target: pathIn(there, file) }
    return { type: 'file', path, content }
  })
  return [{ type: 'folder', path: pathIn(made, '') }, ...files]
}
