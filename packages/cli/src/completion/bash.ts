// The completion script for bash.
import type { CompletionPlace } from './places.ts'

export function bashCompletion(places: readonly CompletionPlace[]): string {
  const steps = places.filter(({ path }) => path).map(({ path }) => `' ${path}'`)
  return `# bash completion for levelrail, made by: levelrail completion bash
_levelrail() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} place='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
      ${steps.join('|')}) place="$place \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place $previous" in
${places.flatMap(valueCases).join('\n')}
    *) case "$place" in
${places.map(placeCase).join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _levelrail levelrail
`
}

function valueCases({ path, options }: CompletionPlace): string[] {
  const place = path ? ` ${path}` : ''
  return options.flatMap(({ word, value }) => {
    if (value === undefined) return []
    const pattern = `'${place} ${word}'`
    if (value === 'path') return [`    ${pattern}) COMPREPLY=($(compgen -f -- "$current")); return ;;`]
    return [`    ${pattern}) words='${value === 'any' ? '' : value.join(' ')}' ;;`]
  })
}

function placeCase({ path, words, options }: CompletionPlace): string {
  const all = [...words, ...options].map(({ word }) => word)
  return `      '${path ? ` ${path}` : ''}') words='${all.join(' ')}' ;;`
}
