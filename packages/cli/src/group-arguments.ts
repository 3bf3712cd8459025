// Organizations, projects and environments are named by their ids: names of theirs need not be unique.
import { usage } from './exit-codes.ts'
import type { Argument, Options } from './options.ts'

export const organizationArgument = {
  what: 'Id of the organization, from: levelrail orgs list',
} as const satisfies Argument
export const projectArgument = { what: 'Id of the project, from: levelrail projects list' } as const satisfies Argument
export const environmentArgument = {
  what: 'Id of the environment, from: levelrail envs list',
} as const satisfies Argument
export const yesOption = { yes: { kind: 'flag', what: 'Do not ask' } } as const satisfies Options

/** What `--project ID` and `--no-project` mean: empty takes it out, undefined leaves it. */
export function targetId(option: string, id: string | undefined, isOut: boolean): string | undefined {
  if (id !== undefined && isOut) throw usage(`--${option} and --no-${option} exclude each other`, 'choose one')
  return isOut ? '' : id
}
