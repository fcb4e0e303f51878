'use client'
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  AXIS,
  LABELS,
  leftOf,
  ROW,
  type Scale,
  sameView,
  scrolledOf,
  shiftOf,
  type View,
  viewOf,
} from './timeline-scale.ts'

const FIRST_VIEW = { top: 0, left: 0, width: 1200, height: 800 }
/** How long the timeline must rest before its position is written to the address. */
const SETTLED_MS = 250

/** The position that the element is scrolled to, in pixels. */
export interface Position {
  left: number
  top: number
  width: number
}

/**
 * Follows the scroll position of an element. The view changes in steps and without hurry, so most frames of a scroll are the
 * browser's alone: nothing is rendered or measured.
 */
export function useView(
  ref: RefObject<HTMLDivElement | null>,
  scale: Scale,
  rows: number,
  onSettled: (position: Position) => void,
): {
  view: View
  onScroll: () => void
  /** Writes the position now, before a press can follow a link: the router gives up a navigation when the address changes. */
  settle: () => void
  showMinute: (at: number, isEdge?: boolean) => void
  showRow: (row: number, isEdge?: boolean) => void
} {
  const [view, setView] = useState(() => viewOf(scale, rows, FIRST_VIEW))
  const drawn = useRef(view)
  const settles = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const settled = useRef(onSettled)
  useEffect(() => {
    settled.current = onSettled
  })
  const read = useCallback(() => {
    const element = ref.current
    if (!element) return null
    const { scrollTop: top, clientWidth: width, clientHeight: height } = element
    const next = viewOf(scale, rows, { top, left: scrolledOf(element), width, height })
    if (sameView(drawn.current, next)) return null
    drawn.current = next
    return next
  }, [ref, scale, rows])
  const settle = useCallback(() => {
    if (settles.current === undefined) return
    clearTimeout(settles.current)
    settles.current = undefined
    const element = ref.current
    if (element)
      settled.current({
        left: scrolledOf(element),
        top: element.scrollTop,
        width: element.clientWidth - LABELS,
      })
  }, [ref])
  const onScroll = useCallback(() => {
    const next = read()
    if (next) startTransition(() => setView(next))
    clearTimeout(settles.current)
    settles.current = setTimeout(settle, SETTLED_MS)
  }, [read, settle])
  useEffect(() => () => clearTimeout(settles.current), [])
  // Before the next paint, because another scale shows other rows and times at the same position.
  const redraw = useCallback(() => {
    const next = read()
    // oxlint-disable-next-line react/set-state-in-effect -- the position is only in the document
    if (next) setView(next)
  }, [read])
  useLayoutEffect(redraw, [redraw])
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const watch = new ResizeObserver(onScroll)
    watch.observe(element)
    return () => watch.disconnect()
  }, [ref, onScroll])
  const showMinute = useCallback(
    (at: number, isEdge = false) => {
      const element = ref.current
      if (!element) return
      const left = leftOf(scale, at)
      const width = element.clientWidth - LABELS
      const scrolled = scrolledOf(element)
      if (isEdge) element.scrollLeft = shiftOf(scale, left)
      else if (left < scrolled || left > scrolled + width - 40)
        element.scrollLeft = shiftOf(scale, Math.max(0, left - width / 3))
    },
    [ref, scale],
  )
  const showRow = useCallback(
    (row: number, isEdge = false) => {
      const element = ref.current
      if (!element) return
      const height = element.clientHeight - AXIS
      const top = row * ROW
      if (isEdge || top < element.scrollTop) element.scrollTop = top
      else if (top + ROW > element.scrollTop + height) element.scrollTop = top + ROW - height
    },
    [ref],
  )
  return { view, onScroll, settle, showMinute, showRow }
}
