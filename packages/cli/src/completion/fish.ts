// The completion script for fish.
import type { CompletionOption, CompletionPlace } from './places.ts'

export function fishCompletion(places: readonly CompletionPlace[]): string {
  const steps = places.filter(({ path }) => path).map(({ path }) => `' ${path}'`)
  return `# fish completion for levelrail, made by: levelrail completion fish
function __levelrail_at
  set -l place ''
  for word in (commandline -opc)[2..]
    switch "$place $word"
      case ${steps.join(' ')}
        set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
end
complete -c levelrail -f
${places.flatMap(placeLines).join('\n')}
`
}

function placeLines({ path, words, options }: CompletionPlace): string[] {
  const start = `complete -c levelrail -n "__levelrail_at '${path ? ` ${path}` : ''}'"`
  return [
    ...words.map(({ word, what }) => `${start} -a ${word} -d ${quoted(what)}`),
    ...options.map(({ word, what, value }) => `${start} -l ${word.slice(2)}${valuePart(value)} -d ${quoted(what)}`),
  ]
}

function valuePart(value: CompletionOption['value']): string {
  if (value === undefined) return ''
  if (value === 'path') return ' -r -F'
  return value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
