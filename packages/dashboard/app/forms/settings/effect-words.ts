// When an edit takes effect, in words, so that nobody waits for a change that waits for them.
const atOnce = ['replicas', 'resources', 'domains', 'auto_rollback', 'exec_enabled']
const withDeploy = ['image', 'pull_policy', 'strategy', 'hooks', 'registry_credential_id']

/** "At once: replicas. With the next deploy or restart: port." */
export function effectWords(fields: readonly string[]): string {
  const groups: [string, string[]][] = [
    ['At once', fields.filter((field) => atOnce.includes(field))],
    ['With the next deploy', fields.filter((field) => withDeploy.includes(field))],
    [
      'With the next deploy or restart',
      fields.filter((field) => !atOnce.includes(field) && !withDeploy.includes(field)),
    ],
  ]
  return groups
    .filter(([, names]) => names.length > 0)
    .map(([when, names]) => `${when}: ${names.join(', ')}.`)
    .join(' ')
}
