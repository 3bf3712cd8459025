// `levelrail auth login`: the password, then the second factor where one is set. The session that the
// API sets as a cookie is kept in the credentials file for later commands.
import { allRoutes } from '@levelrail/contract/all-routes.ts'
import { ApiFailure, type ClientOptions, type RawAnswer, send } from '@levelrail/contract/client.ts'
import { MfaRequired } from '@levelrail/contract/schemas/auth.ts'
import { Value } from 'typebox/value'
import { type Context, command } from '../../command.ts'
import { writeCredentials } from '../../credentials.ts'
import { Failure } from '../../exit-codes.ts'

export const authLogin = command({
  name: 'auth login',
  summary: 'Sign in with e-mail and password',
  details: 'Later commands use this sign-in, and its address, until you sign out.',
  arguments: {},
  options: {
    email: { kind: 'text', value: 'EMAIL', what: 'Your e-mail address; asked for when left out' },
    'password-stdin': { kind: 'flag', what: 'Read the password from stdin, one line' },
    code: { kind: 'text', value: 'CODE', what: 'Code of the second factor, or a recovery code' },
  },
  examples: [
    'levelrail auth login --api-url https://levelrail.example.com',
    'levelrail auth login --email ada@example.com --password-stdin < password.txt',
  ],
  async run(context, input) {
    const { settings, output, ask } = context
    const apiUrl = settings.apiUrl
    warnOfOpenNetwork(context)
    const email = input.email ?? (await ask.line('E-mail: ', 'give your e-mail address with --email'))
    const password = await ask.password('Password: ', { fromStdin: input['password-stdin'] })
    // Whoever signs in brings no earlier credential along.
    const connection: ClientOptions = { ...context.connection, token: undefined, session: undefined }
    const answer = await signIn(context, connection, { email, password, code: input.code }).catch(refused)
    await writeCredentials(settings.credentialsFile, { api_url: apiUrl, session: sessionOf(answer) })
    if (settings.json) output.json(answer.data)
    output.note(`signed in at ${apiUrl} as ${email}`)
    if (settings.credential.kind === 'token') output.note('note: APP_API_TOKEN or --token-file still goes before it')
    return undefined
  },
})

interface Typed {
  email: string
  password: string
  code: string | undefined
}

async function signIn({ ask }: Context, connection: ClientOptions, typed: Typed): Promise<RawAnswer> {
  const { email, password } = typed
  const answer = await send(connection, allRoutes.login, { body: { email, password } })
  if (!Value.Check(MfaRequired, answer.data)) return answer
  const instead = 'give the code of your second factor with --code'
  const code = typed.code ?? (await ask.line('Code of your second factor: ', instead))
  return send(connection, allRoutes.loginVerify, { body: { mfa_token: answer.data.mfa_token, code } })
}

/** Here a 401 is about what was typed, not about an earlier sign-in. */
function refused(error: unknown): never {
  if (!(error instanceof ApiFailure && error.status === 401)) throw error
  throw new Failure('api', error.message, 'check what you typed and try again')
}

function sessionOf({ headers }: RawAnswer): string {
  const cookie = headers.getSetCookie().find((each) => each.startsWith('session_token='))
  const session = cookie?.slice('session_token='.length).split(';', 1)[0]
  if (!session) throw new Failure('api', 'the API accepted the password but set no session', 'check --api-url')
  return session
}

function warnOfOpenNetwork({ settings, output }: Context): void {
  const { protocol, hostname } = new URL(settings.apiUrl)
  if (protocol === 'https:' || /^(localhost|127\..*|\[::1\])$/.test(hostname)) return
  output.note(`warning: ${settings.apiUrl} is not encrypted, others on the way can read your password`)
}
