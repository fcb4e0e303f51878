'use client'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { type Bar, barAt, type Handle, isMovable, isSame, moved, type Target } from './timeline-bars.ts'
import {
  AXIS,
  boxOf,
  distanceOf,
  LABELS,
  ROW,
  type Scale,
  scrolledOf,
  shiftOf,
  snapped,
} from './timeline-scale.ts'
import { useEdgeScroll } from './use-edge-scroll.ts'

/** How near to its end a bar is pulled instead of moved, how near to it a press counts, and how far it may move before it is a drag. */
const MOUSE = { edge: 8, slack: 2, still: 4 }
const FINGER = { edge: 18, slack: 8, still: 8 }
/** How long a finger rests on a bar before it drags instead of scrolling. */
const PRESS_MS = 350

interface Drag {
  bar: Bar
  handle: Handle
  pointer_id: number
  x: number
  y: number
  still: number
  /** How far the element was scrolled when the drag began. */
  scrolled: number
  /** Whether the pointer drags; a finger does after a long press. */
  isHeld: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  target: Target | null
}

/**
 * Moves or stretches a bar with the mouse, a pen, or a finger that rests on it first; otherwise a finger scrolls. `show` draws the
 * target without rendering anything, and gets null when the drag is over.
 */
export function useDrag({
  scroller,
  scale,
  rows,
  canMove,
  barsAt,
  show,
  onOpen,
  onDrop,
}: {
  scroller: RefObject<HTMLDivElement | null>
  scale: Scale
  rows: number
  canMove: boolean
  barsAt: (row: number) => Bar[]
  show: (bar: Bar, target: Target | null) => void
  onOpen: (bar: Bar) => void
  onDrop: (bar: Bar, target: Target) => void
}) {
  const drag = useRef<Drag | null>(null)
  useEffect(() => {
    const element = scroller.current
    // React's own listener is passive, so it could not keep the timeline from scrolling.
    const keepStill = (event: TouchEvent) => {
      if (drag.current?.isHeld) event.preventDefault()
    }
    element?.addEventListener('touchmove', keepStill, { passive: false })
    return () => element?.removeEventListener('touchmove', keepStill)
  }, [scroller])
  const end = () => {
    const last = drag.current
    drag.current = null
    edges.stop()
    if (!last) return null
    clearTimeout(last.timer)
    show(last.bar, null)
    return last
  }
  /** Shows where the bar would be if it were dropped at this point. */
  const aim = (now: Drag, clientX: number, clientY: number) => {
    const element = scroller.current
    if (!element) return
    const top = clientY - element.getBoundingClientRect().top - AXIS + element.scrollTop
    const row = Math.min(rows - 1, Math.max(0, Math.floor(top / ROW)))
    const minutes = (shiftOf(scale, clientX - now.x) + scrolledOf(element) - now.scrolled) / scale.per_minute
    now.target = moved(now.bar, now.handle, snapped(scale, minutes), row)
    show(now.bar, now.target)
  }
  const edges = useEdgeScroll(scroller, scale, (x, y) => {
    if (drag.current) aim(drag.current, x, y)
  })
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      end()
      const element = scroller.current
      if (!element || event.button !== 0) return
      const box = element.getBoundingClientRect()
      const across = distanceOf(scale, box, event.clientX) - LABELS
      const fromTop = event.clientY - box.top - AXIS
      if (across < 0 || fromTop < 0 || across + LABELS > element.clientWidth) return
      const isTouch = event.pointerType === 'touch'
      const { edge, slack, still } = isTouch ? FINGER : MOUSE
      const x = across + scrolledOf(element)
      const bar = barAt(barsAt(Math.floor((fromTop + element.scrollTop) / ROW)), scale, x, slack)
      if (!bar) return
      const { left, width } = boxOf(scale, bar.from, bar.to)
      const reach = width > 4 * edge ? edge : 0
      const handle =
        x > left + width - reach ? 'end' : bar.kind === 'ahead' && x < left + reach ? 'start' : 'whole'
      const started: Drag = {
        bar,
        handle,
        pointer_id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        still,
        scrolled: scrolledOf(element),
        isHeld: !isTouch,
        timer: undefined,
        target: null,
      }
      drag.current = started
      if (!isTouch || !canMove || !isMovable(bar)) return
      started.timer = setTimeout(() => {
        started.isHeld = true
        // The element below the finger may go when the timeline scrolls, and its events with it.
        element.setPointerCapture(started.pointer_id)
        aim(started, started.x, started.y)
      }, PRESS_MS)
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const now = drag.current
      const element = scroller.current
      if (!now || !element || event.pointerId !== now.pointer_id) return
      const isStill = Math.hypot(event.clientX - now.x, event.clientY - now.y) < now.still
      if (!now.isHeld) {
        if (!isStill) end()
        return
      }
      if (now.target === null && isStill) return
      if (!canMove || !isMovable(now.bar)) return
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId)
      aim(now, event.clientX, event.clientY)
      edges.at(event.clientX, event.clientY)
    },
    onPointerUp: () => {
      const last = end()
      if (!last) return
      if (last.target === null) onOpen(last.bar)
      else if (!isSame(last.bar, last.target)) onDrop(last.bar, last.target)
    },
    onPointerCancel: () => {
      end()
    },
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (drag.current) event.preventDefault()
    },
  }
}
