// Moving and zooming a drawing: drag, pinch, wheel, keys. Until somebody moves it, it is fitted into its frame.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fitted, moved, revealing, type Size, type View, zoomedAt } from '../components/canvas-view.ts'
import type { Box } from '../components/topology-layout.ts'

/** Less is a press, not a drag. */
const dragFromPx = 4
const keyStepPx = 60
export const zoomStep = 1.25

interface Point {
  x: number
  y: number
}

export function useCanvas(ref: RefObject<SVGSVGElement | null>, drawing: Size) {
  const [frame, setFrame] = useState<Size>({ width: 800, height: 500 })
  const [chosen, setChosen] = useState<View>()
  const view = chosen ?? fitted(frame, drawing)
  const latest = useRef({ view, frame })
  const pointers = useRef(new Map<number, Point>())
  const isDragged = useRef(false)
  useLayoutEffect(() => {
    latest.current = { view, frame }
  })

  const change = (next: (view: View) => View) => {
    const changed = next(latest.current.view)
    latest.current.view = changed
    setChosen(changed)
  }
  const zoom = (factor: number, at?: Point) => {
    const { width, height } = latest.current.frame
    change((now) => zoomedAt(now, factor, at ?? { x: width / 2, y: height / 2 }))
  }

  useLayoutEffect(() => {
    const svg = ref.current
    if (!svg) return
    const measure = () => setFrame({ width: svg.clientWidth, height: svg.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(svg)
    return () => observer.disconnect()
  }, [ref])

  // Not by React, whose listeners are passive and could not keep the page from scrolling along.
  const onWheel = useRef((_: WheelEvent) => {})
  useLayoutEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault()
      // Browsers count in lines or in pixels; a pinch on a touch pad comes as small steps with Ctrl.
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY
      zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), pointIn(ref, event))
    }
  })
  useEffect(() => {
    const svg = ref.current
    const listen = (event: WheelEvent) => onWheel.current(event)
    svg?.addEventListener('wheel', listen, { passive: false })
    return () => svg?.removeEventListener('wheel', listen)
  }, [ref])

  const forget = (event: PointerEvent) => void pointers.current.delete(event.pointerId)

  return {
    view,
    zoom,
    fit: () => setChosen(undefined),
    reveal: (box: Box) => change((now) => revealing(now, latest.current.frame, box)),
    handlers: {
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return
        isDragged.current = false
        pointers.current.set(event.pointerId, pointIn(ref, event))
      },
      onPointerMove(event: PointerEvent) {
        const before = pointers.current.get(event.pointerId)
        if (!before) return
        const now = pointIn(ref, event)
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
        if (other) {
          zoom(distance(now, other) / Math.max(1, distance(before, other)), other)
        } else {
          if (!isDragged.current && distance(before, now) < dragFromPx) return
          change((seen) => moved(seen, now.x - before.x, now.y - before.y))
        }
        if (!isDragged.current) ref.current?.setPointerCapture(event.pointerId)
        isDragged.current = true
        pointers.current.set(event.pointerId, now)
      },
      onPointerUp: forget,
      onPointerCancel: forget,
      /** The end of a drag opens nothing. */
      onClickCapture(event: MouseEvent) {
        if (!isDragged.current) return
        isDragged.current = false
        event.preventDefault()
        event.stopPropagation()
      },
      onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
      onKeyDown(event: KeyboardEvent) {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const act = keyActs[event.key]
        if (!act) return
        event.preventDefault()
        if (act === 'fit') setChosen(undefined)
        else if ('zoom' in act) zoom(act.zoom)
        else change((now) => moved(now, act.dx, act.dy))
      },
    },
  }
}

const keyActs: Record<string, 'fit' | { zoom: number } | { dx: number; dy: number }> = {
  '+': { zoom: zoomStep },
  '=': { zoom: zoomStep },
  '-': { zoom: 1 / zoomStep },
  '0': 'fit',
  ArrowLeft: { dx: keyStepPx, dy: 0 },
  ArrowRight: { dx: -keyStepPx, dy: 0 },
  ArrowUp: { dx: 0, dy: keyStepPx },
  ArrowDown: { dx: 0, dy: -keyStepPx },
}

function pointIn(ref: RefObject<SVGSVGElement | null>, event: { clientX: number; clientY: number }): Point {
  const box = ref.current?.getBoundingClientRect()
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
