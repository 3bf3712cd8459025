// The hooks of a deploy as options.
import type { App, Hook } from '@levelrail/contract/schemas/apps.ts'
import { usage } from './exit-codes.ts'
import type { Options, OptionValues } from './options.ts'

export const hookOptions = {
  'pre-deploy': { kind: 'texts', value: 'WORD', what: 'Command before the switch, one --pre-deploy a word' },
  'pre-deploy-timeout': { kind: 'text', value: 'TIME', what: 'Longest run of it, such as 5m (default 10m)' },
  'post-deploy': { kind: 'texts', value: 'WORD', what: 'Command once it is healthy, one --post-deploy a word' },
  'post-deploy-timeout': { kind: 'text', value: 'TIME', what: 'Longest run of it, such as 5m (default 10m)' },
} as const satisfies Options

export const unsetHookOptions = {
  'unset-pre-deploy': { kind: 'flag', what: 'Nothing before the switch' },
  'unset-post-deploy': { kind: 'flag', what: 'Nothing once it is healthy' },
} as const satisfies Options

type HookInput = OptionValues<typeof hookOptions> & Partial<OptionValues<typeof unsetHookOptions>>

/** Undefined when nothing changes. */
export function hooksAfter(input: HookInput, before: App['hooks']): App['hooks'] | undefined {
  const pre = hookAfter('pre', input, before.pre_deploy)
  const post = hookAfter('post', input, before.post_deploy)
  if (pre === undefined && post === undefined) return undefined
  return {
    ...before,
    ...(pre === undefined ? {} : { pre_deploy: pre }),
    ...(post === undefined ? {} : { post_deploy: post }),
  }
}

function hookAfter(when: 'pre' | 'post', input: HookInput, before: Hook | null): Hook | null | undefined {
  const words = input[`${when}-deploy` as const]
  const timeout = input[`${when}-deploy-timeout` as const]
  const isNamed = words.length > 0 || timeout !== undefined
  if (input[`unset-${when}-deploy` as const]) {
    if (isNamed) throw usage(`--unset-${when}-deploy excludes the other --${when}-deploy options`, 'choose one')
    return null
  }
  if (!isNamed) return undefined
  const command = words.length > 0 ? words : before?.command
  if (!command) throw usage(`there is no ${when}-deploy hook to change`, `say what it runs: --${when}-deploy WORD`)
  return { ...before, command, ...(timeout === undefined ? {} : { timeout }) }
}
