// Which recipes a person means by the names they typed: `postgres:15`, or `postgres` for all of its versions.
import type { ImageRecipe } from './image-recipe.ts'

export type Choice = { kind: 'chosen'; recipes: ImageRecipe[] } | { kind: 'unknown'; names: string[] }

export function chooseRecipes(all: readonly ImageRecipe[], names: string[]): Choice {
  if (names.length === 0) return { kind: 'chosen', recipes: [...all] }
  const unknown = names.filter((name) => !all.some((recipe) => isMeant(recipe, name)))
  if (unknown.length > 0) return { kind: 'unknown', names: unknown }
  return { kind: 'chosen', recipes: all.filter((recipe) => names.some((name) => isMeant(recipe, name))) }
}

function isMeant(recipe: ImageRecipe, name: string): boolean {
  const wanted = name.replace(/^levelrail\//, '')
  return recipe.name === wanted || recipe.name.startsWith(`${wanted}:`)
}
