// The completion script for zsh.
import type { CompletionOption, CompletionPlace, CompletionWord } from './places.ts'

export function zshCompletion(places: readonly CompletionPlace[]): string {
  const steps = places.filter(({ path }) => path).map(({ path }) => `' ${path}'`)
  return `#compdef levelrail
# zsh completion for levelrail, made by: levelrail completion zsh
_levelrail() {
  local place='' word
  local -a choices
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $word" in
      ${steps.join('|')}) place="$place $word" ;;
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${places.flatMap(valueCases).join('\n')}
  esac
  case "$place" in
${places.map(placeCase).join('\n')}
  esac
  _describe 'levelrail' choices
}
if [ "$funcstack[1]" = "_levelrail" ]; then _levelrail "$@"; else compdef _levelrail levelrail; fi
`
}

function valueCases({ path, options }: CompletionPlace): string[] {
  return options.flatMap(({ word, value }) =>
    value === undefined ? [] : [`    '${path ? ` ${path}` : ''} ${word}') ${valueAction(value)}; return ;;`],
  )
}

function valueAction(value: NonNullable<CompletionOption['value']>): string {
  if (value === 'path') return '_files'
  return value === 'any' ? '_message value' : `compadd -- ${value.join(' ')}`
}

function placeCase({ path, words, options }: CompletionPlace): string {
  return `    '${path ? ` ${path}` : ''}') choices=(${[...words, ...options].map(choice).join(' ')}) ;;`
}

function choice({ word, what }: CompletionWord): string {
  return `'${word.replaceAll(':', '\\:')}:${what.replaceAll("'", '’')}'`
}
