'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { AXIS, distanceOf, LABELS, type Scale, shiftOf } from './timeline-scale.ts'

/** How near to an edge a drag scrolls, and how far in each frame. */
const NEAR = 24
const PIXELS = 10

/** Returns where to scroll for a pointer between two edges: back, on, or not at all. */
const wayOf = (at: number, start: number, end: number): number =>
  at < start + NEAR ? -PIXELS : at > end - NEAR ? PIXELS : 0

/** Scrolls an element while a drag is near one of its edges, and calls `onScroll` with the point of the drag after each step. */
export function useEdgeScroll(
  scroller: RefObject<HTMLDivElement | null>,
  scale: Pick<Scale, 'is_mirrored'>,
  onScroll: (clientX: number, clientY: number) => void,
): { at: (clientX: number, clientY: number) => void; stop: () => void } {
  const point = useRef<{ x: number; y: number } | null>(null)
  const latest = useRef(onScroll)
  useEffect(() => {
    latest.current = onScroll
  })
  const step = () => {
    const element = scroller.current
    if (!element || !point.current) return
    const { x, y } = point.current
    const box = element.getBoundingClientRect()
    const dx = shiftOf(scale, wayOf(distanceOf(scale, box, x), LABELS, element.clientWidth))
    const dy = wayOf(y, box.top + AXIS, box.top + element.clientHeight)
    if (dx === 0 && dy === 0) {
      point.current = null
      return
    }
    const { scrollLeft, scrollTop } = element
    element.scrollBy(dx, dy)
    if (element.scrollLeft !== scrollLeft || element.scrollTop !== scrollTop) latest.current(x, y)
    requestAnimationFrame(step)
  }
  return {
    at: (x, y) => {
      const isRunning = point.current !== null
      point.current = { x, y }
      if (!isRunning) requestAnimationFrame(step)
    },
    stop: () => {
      point.current = null
    },
  }
}
