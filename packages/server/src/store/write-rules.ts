// Tells a broken uniqueness apart from what else a database refuses.
/** Whether the database refused a row because another has the same key. */
export function isDuplicate(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && error.code === '23505') return true
  return 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555)
}
