// What environment variables an app may have. Reasons name the variable, never its value.
import { quoted } from '../../lib/parsed.ts'

export const maxVariables = 500
export const maxValueBytes = 64 * 1024
export const maxKeyLength = 255

/** What is wrong with a set of variables, one reason each; empty when nothing is. */
export function envProblems(env: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(env)
  if (entries.length > maxVariables) {
    return [`there are ${entries.length} environment variables; at most ${maxVariables} are allowed`]
  }
  return entries.flatMap(([key, value]) => envKeyProblem(key) ?? envValueProblem(key, value) ?? [])
}

export function envKeyProblem(key: string): string | undefined {
  if (key.length <= maxKeyLength && /^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return undefined
  return `the environment variable ${quoted(key)} is not valid: use up to ${maxKeyLength} letters, digits and "_", not starting with a digit`
}

export function envValueProblem(key: string, value: string): string | undefined {
  if (value.includes('\0')) return `the environment variable ${quoted(key)} contains a NUL character: take it out`
  const bytes = Buffer.byteLength(value)
  if (bytes <= maxValueBytes) return undefined
  return `the environment variable ${quoted(key)} is ${bytes} bytes long; at most ${maxValueBytes} are allowed: put it into a file on a volume`
}
