// THE table of commands, in the order of the help. `tokens create` lives in commands/tokens/create.ts.
import type { AnyCommand } from './command.ts'
import { api } from './commands/api.ts'
import { audit } from './commands/audit.ts'
import { authLogin } from './commands/auth/login.ts'
import { authLogout } from './commands/auth/logout.ts'
import { authWhoami } from './commands/auth/whoami.ts'
import { completion } from './commands/completion.ts'
import { status } from './commands/status.ts'
import { tokensCreate } from './commands/tokens/create.ts'
import { tokensList } from './commands/tokens/list.ts'
import { tokensRevoke } from './commands/tokens/revoke.ts'
import { usersCreate } from './commands/users/create.ts'
import { usersList } from './commands/users/list.ts'
import { usersRemove } from './commands/users/remove.ts'
import { usersSetPassword } from './commands/users/set-password.ts'
import { usersUpdate } from './commands/users/update.ts'

export const allCommands: readonly AnyCommand[] = [
  authLogin,
  authLogout,
  authWhoami,
  status,
  tokensList,
  tokensCreate,
  tokensRevoke,
  usersList,
  usersCreate,
  usersUpdate,
  usersSetPassword,
  usersRemove,
  audit,
  api,
  completion,
]
