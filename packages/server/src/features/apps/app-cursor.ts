// Where a page of the list of apps ended: the sorted value and the name, so that it holds when that app is gone.
import { badRequest } from '../../errors.ts'
import type { StoredApp } from './app.ts'

export type AppSort = 'name' | '-name' | 'created_at' | '-created_at'

export interface AppCursor {
  value: string
  name: string
}

export function sortColumn(sort: AppSort): 'name' | 'created_at' {
  return sort === 'name' || sort === '-name' ? 'name' : 'created_at'
}

export function writeAppCursor(app: Pick<StoredApp, 'name' | 'createdAt'>, sort: AppSort): string {
  const value = sortColumn(sort) === 'name' ? app.name : app.createdAt
  return Buffer.from(JSON.stringify([value, app.name])).toString('base64url')
}

export function readAppCursor(text: string): AppCursor {
  try {
    const [value, name]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (typeof value === 'string' && typeof name === 'string') return { value, name }
  } catch {
    // The same answer as for any other text that is no cursor.
  }
  throw badRequest('query parameter before is not a cursor from a Link header')
}
