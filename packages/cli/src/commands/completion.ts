// `levelrail completion`: the completion script of a shell, made from the command table.
import { command } from '../command.ts'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { completionPlaces } from '../completion/places.ts'
import { zshCompletion } from '../completion/zsh.ts'

const shells = ['bash', 'zsh', 'fish'] as const
const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export const completion = command({
  name: 'completion',
  summary: 'Print the completion script of a shell',
  arguments: { shell: { what: shells.join(', '), of: shells } },
  options: {},
  examples: [
    'source <(levelrail completion bash)',
    'levelrail completion zsh > ~/.zfunc/_levelrail',
    'levelrail completion fish > ~/.config/fish/completions/levelrail.fish',
  ],
  async run({ commands, output }, { shell }) {
    output.text(scripts[shell](completionPlaces(commands)))
    return undefined
  },
})
