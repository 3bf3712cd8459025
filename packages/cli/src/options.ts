// Arguments and options of a command: how they are described, and the types of what comes out. Those that every
// command takes stand at the end.

interface Described {
  what: string
}
interface MaybeRequired {
  required?: true
}
export type Option =
  | ({ kind: 'flag' } & Described)
  | ({ kind: 'number'; value: string } & Described)
  | ({ kind: 'text' | 'texts'; value: string } & Described & MaybeRequired)
  | ({ kind: 'choice' | 'choices'; of: readonly string[] } & Described & MaybeRequired)
export type Options = Record<string, Option>

export interface Argument extends Described {
  optional?: true
  /** Takes all further words, at least one. Only the last argument may. */
  rest?: true
  /** All allowed words, where they are known. */
  of?: readonly string[]
}
export type Arguments = Record<string, Argument>

type Maybe<O, T> = O extends { required: true } ? T : T | undefined
type OptionValue<O> = O extends { kind: 'flag' }
  ? boolean
  : O extends { kind: 'number' }
    ? Maybe<O, number>
    : O extends { kind: 'text' }
      ? Maybe<O, string>
      : O extends { kind: 'texts' }
        ? string[]
        : O extends { kind: 'choice'; of: readonly (infer V)[] }
          ? Maybe<O, V>
          : O extends { kind: 'choices'; of: readonly (infer V)[] }
            ? V[]
            : never
export type OptionValues<O extends Options> = { [Name in keyof O]: OptionValue<O[Name]> }
type Word<A> = A extends { of: readonly (infer V)[] } ? V : string
export type ArgumentValues<A extends Arguments> = {
  [Name in keyof A]: A[Name] extends { rest: true }
    ? string[]
    : A[Name] extends { optional: true }
      ? Word<A[Name]> | undefined
      : Word<A[Name]>
}

export const globalOptions = {
  'api-url': {
    kind: 'text',
    value: 'URL',
    what: 'Address of the control plane (else APP_API_URL, else where you signed in)',
  },
  'token-file': { kind: 'text', value: 'PATH', what: 'File with an API token (else APP_API_TOKEN, else your sign-in)' },
  timeout: { kind: 'text', value: 'TIME', what: 'Longest wait for one answer, such as 30s or 2m (default 30s)' },
  json: { kind: 'flag', what: 'Print the API’s JSON on stdout' },
  'no-color': { kind: 'flag', what: 'No colours (also with NO_COLOR set)' },
  help: { kind: 'flag', what: 'Show help' },
  version: { kind: 'flag', what: 'Show the version' },
} as const satisfies Options
export type GlobalValues = OptionValues<typeof globalOptions>
