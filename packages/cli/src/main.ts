// The command line: `levelrail <noun> <verb>`. Runs one command and ends with a code of the one table.
import { keepCompiledCode } from './compile-cache.ts'

keepCompiledCode(process.env)
// Only what is loaded after this line comes from the cache.
const { run } = await import('./run.ts')
const { exitCodes } = await import('./exit-codes.ts')

process.on('SIGINT', () => process.exit(exitCodes.interrupted.code))
// The reader of a pipe may leave early (`| head`): that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const ending = await run(process)
process.exitCode = typeof ending === 'string' ? exitCodes[ending].code : ending.code
