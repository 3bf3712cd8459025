// Your sign-in on this computer: one file that only you can read, replaced as a whole.
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { invalid } from './exit-codes.ts'

export interface Credentials {
  api_url: string
  session: string
}

export async function readCredentials(path: string): Promise<Credentials | undefined> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined
    throw invalid(`cannot read ${path}: ${cause.message}`)
  })
  if (text === undefined) return undefined
  const credentials = parse(text)
  if (!credentials) throw invalid(`${path} is damaged`, 'delete it, then sign in with: levelrail auth login')
  return credentials
}

export async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  const folder = dirname(path)
  const draft = `${path}.${process.pid}.tmp`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw invalid(`cannot write ${path}: ${cause instanceof Error ? cause.message : cause}`)
  }
}

export async function deleteCredentials(path: string): Promise<void> {
  await rm(path, { force: true })
}

function parse(text: string): Credentials | undefined {
  try {
    const { api_url, session } = JSON.parse(text) as Partial<Record<string, unknown>>
    return typeof api_url === 'string' && typeof session === 'string' ? { api_url, session } : undefined
  } catch {
    return undefined
  }
}
