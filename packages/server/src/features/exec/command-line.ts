// A command as the audit log keeps it: as a person would type it, without secrets, and not too long.
import type { Redactor } from '../../lib/redact.ts'

const longest = 300

export function commandLine(command: readonly string[], redact: Redactor): string {
  // Each word alone too: a secret must not hide behind the quotes put around it.
  const text = redact(command.map((word) => quoted(redact(word))).join(' '))
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()} …` : text
}

function quoted(word: string): string {
  return /^[\w@%+=:,./()-]+$/.test(word) ? word : JSON.stringify(word)
}
