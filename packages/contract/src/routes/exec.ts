// Inside the containers of an app: one command, or a terminal.
import { get, post } from '../route.ts'
import * as exec from '../schemas/exec.ts'

export const execRoutes = {
  appExec: post('/apps/{name}/exec', {
    ability: 'root',
    body: exec.Exec,
    result: exec.ExecResult,
    summary: 'Run one command in a replica; the app must have `exec_enabled`',
  }),
  appTerminal: get('/apps/{name}/terminal', {
    ability: 'root',
    query: exec.TerminalWish,
    socket: true,
    summary: 'A shell in a replica over a WebSocket; the app must have `exec_enabled`',
  }),
}
