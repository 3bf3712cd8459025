// Holds a value against a schema of the contract and says in words, field by field, what is wrong with it.
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

type Problem = ReturnType<typeof Value.Errors>[number]

export function problemsOf(schema: TSchema, value: unknown): string[] {
  return Value.Errors(schema, value)
    .filter(({ keyword }) => keyword !== 'boolean')
    .map((problem) => `${fieldOf(problem)} ${wordsFor(problem)}`)
}

function fieldOf({ instancePath }: Problem): string {
  return instancePath === '' ? 'it' : instancePath.slice(1).replaceAll('/', '.')
}

function wordsFor(problem: Problem): string {
  switch (problem.keyword) {
    case 'required':
      return `lacks ${problem.params.requiredProperties.join(', ')}`
    case 'additionalProperties':
      return `must not have ${problem.params.additionalProperties.join(', ')}`
    case 'enum':
      return `must be one of ${problem.params.allowedValues.join(', ')}`
    default:
      return problem.message
  }
}
