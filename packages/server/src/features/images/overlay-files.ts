// Reads the overlay folders and the hook that go into platform images; they are data files, kept apart from the code.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ImageRecipe, type OverlayFile, recipeHash } from './image-recipe.ts'

const imagesDir = join(import.meta.dirname, '../../../images')

export const finishHook = join(imagesDir, 'hooks/finish-root.sh')

export function overlayPath(overlay: string): string {
  return join(imagesDir, overlay)
}

/** The fingerprint of a recipe with everything it copies, as it is on disk now. */
export function currentHash(recipe: ImageRecipe): string {
  return recipeHash(recipe, [...recipe.overlays, 'hooks'].flatMap(readOverlay))
}

function readOverlay(overlay: string): OverlayFile[] {
  const folder = overlayPath(overlay)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name)
    const stat = statSync(path)
    if (!stat.isFile()) return []
    return [{ path: join(overlay, name), isExecutable: (stat.mode & 0o100) !== 0, content: readFileSync(path) }]
  })
}
