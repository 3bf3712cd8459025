// Settings of the ingress as `name=value`: the words of a command line become what the API takes. Pure.
import { type IngressSettings, IngressSettingsUpdate } from '@levelrail/contract/schemas/ingress-settings.ts'
import { problemsOf } from './check-value.ts'
import { invalid, usage } from './exit-codes.ts'

type Name = Exclude<keyof IngressSettings, 'has_acme_eab' | 'updated_at'>

const readers: Record<Name, (text: string) => unknown> = {
  primary_domain: (text) => (text === '' ? null : text),
  public_https_port: number,
  tls_terminated_upstream: yesOrNo,
  acme_enabled: yesOrNo,
  acme_email: String,
  acme_directory_url: String,
  acme_eab_key_id: String,
  acme_ca_certificate: String,
  public_addresses: (text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])),
}

export const settingNames = Object.keys(readers) as Name[]

/** Throws where a name is unknown, or a value cannot be right. */
export function readSettingWords(words: readonly string[]): IngressSettingsUpdate {
  const entries = words.map((word): [string, unknown] => {
    const [, name = '', text = ''] = /^([^=]*)=(.*)$/s.exec(word) ?? []
    const known = settingNames.find((each) => each === name)
    if (known === undefined)
      throw usage(`--set ${word.slice(0, 100)} is not name=value`, `names are ${settingNames.join(', ')}`)
    return [known, readers[known](text)]
  })
  const settings: unknown = Object.fromEntries(entries)
  const problems = problemsOf(IngressSettingsUpdate, settings)
  if (problems.length > 0) throw invalid(problems.join('; '))
  return settings as IngressSettingsUpdate
}

/** What is none stays as it was typed, for the schema to refuse. */
function yesOrNo(text: string): boolean | string {
  return text === 'true' ? true : text === 'false' ? false : text
}

function number(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}
