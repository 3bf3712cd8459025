// Which part of a drawing is seen: fitted into its frame, moved, and zoomed around a point. Pure.
export interface View {
  x: number
  y: number
  scale: number
}

export interface Size {
  width: number
  height: number
}

export const scales = { least: 0.15, most: 3 }
const margin = 24

/** All of it, in the middle, never larger than life. */
export function fitted(frame: Size, drawing: Size): View {
  const room = Math.min((frame.width - 2 * margin) / drawing.width, (frame.height - 2 * margin) / drawing.height)
  const scale = within(Math.min(room, 1))
  return {
    x: (frame.width - drawing.width * scale) / 2,
    y: Math.max(margin, (frame.height - drawing.height * scale) / 2),
    scale,
  }
}

/** What is under the point stays under it. */
export function zoomedAt(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = within(view.scale * factor)
  const ratio = scale / view.scale
  return { x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio, scale }
}

export function moved(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy }
}

/** Brings a box of the drawing into the frame, and moves nothing when it is there already. */
export function revealing(view: View, frame: Size, box: Size & { x: number; y: number }): View {
  const left = view.x + box.x * view.scale
  const top = view.y + box.y * view.scale
  const isSeen =
    left >= 0 &&
    top >= 0 &&
    left + box.width * view.scale <= frame.width &&
    top + box.height * view.scale <= frame.height
  if (isSeen) return view
  return {
    ...view,
    x: frame.width / 2 - (box.x + box.width / 2) * view.scale,
    y: frame.height / 2 - (box.y + box.height / 2) * view.scale,
  }
}

function within(scale: number): number {
  return Math.min(scales.most, Math.max(scales.least, scale))
}
