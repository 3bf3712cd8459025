// The variables of its own that an app has after a promotion that includes them: those of the source, except where
// either side keeps a secret, whose value never travels. Pure. Spec 4.2, rulings 12.
import type { OwnEnv } from '../apps/app-spec.ts'

export function includeEnv(target: OwnEnv, source: OwnEnv): OwnEnv {
  const secretsOf = (own: OwnEnv) => new Set(own.secret_env.map(({ name }) => name))
  const [sourceSecrets, targetSecrets] = [secretsOf(source), secretsOf(target)]
  const brought = Object.entries(source.env).filter(([key]) => !sourceSecrets.has(key) && !targetSecrets.has(key))
  const kept = Object.entries(target.env).filter(([key]) => sourceSecrets.has(key) || targetSecrets.has(key))
  const declared = source.secret_env.filter(({ name }) => !targetSecrets.has(name) && !Object.hasOwn(target.env, name))
  return { env: Object.fromEntries([...kept, ...brought]), secret_env: [...target.secret_env, ...declared] }
}

/** Names of what is another one afterwards. */
export function includedKeys(before: OwnEnv, after: OwnEnv): string[] {
  const stateOf = ({ env, secret_env }: OwnEnv, key: string) =>
    `${secret_env.some(({ name }) => name === key)} ${Object.hasOwn(env, key) ? `is ${env[key]}` : ''}`
  const keys = [before, after].flatMap(({ env, secret_env }) => [
    ...Object.keys(env),
    ...secret_env.map(({ name }) => name),
  ])
  return [...new Set(keys)].filter((key) => stateOf(before, key) !== stateOf(after, key)).sort()
}
