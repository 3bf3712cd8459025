// Reads /etc/os-release: which system this is, in its own words.
import { readFileSync } from 'node:fs'

export interface OsRelease {
  id: string
  idLike: string[]
  name: string
  /** Such as `bookworm`; empty where the system gives none. */
  codename: string
}

export function readOsRelease(): OsRelease {
  try {
    return parseOsRelease(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return { id: 'unknown', idLike: [], name: 'this system', codename: '' }
  }
}

export function parseOsRelease(text: string): OsRelease {
  const values = new Map<string, string>()
  for (const line of text.split('\n')) {
    const cut = line.indexOf('=')
    if (cut > 0) values.set(line.slice(0, cut), line.slice(cut + 1).replace(/^(["'])(.*)\1$/, '$2'))
  }
  return {
    id: values.get('ID') ?? 'unknown',
    idLike: (values.get('ID_LIKE') ?? '').split(' ').filter(Boolean),
    name: values.get('PRETTY_NAME') ?? values.get('NAME') ?? 'this system',
    codename: values.get('VERSION_CODENAME') ?? '',
  }
}
