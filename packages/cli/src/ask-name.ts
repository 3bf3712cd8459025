// Asks for the name of what is to be removed, unless the caller says that it need not be asked.
import { invalid } from './exit-codes.ts'
import type { Asker } from './prompt.ts'

export async function askName(ask: Asker, warning: string, name: string, isSure: boolean): Promise<void> {
  if (isSure) return
  const typed = await ask.line(`${warning}\nType the name to remove it: `, 'confirm with --yes')
  if (typed !== name) throw invalid(`"${typed}" is not "${name}"`, 'nothing was removed')
}
