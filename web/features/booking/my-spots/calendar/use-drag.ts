'use client'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Selection } from './host-grid.ts'

export interface At {
  day: number
  hour: number
}

/** How long a finger rests before it selects instead of scrolling, and how far it may move meanwhile. */
const PRESS_MS = 350
const SLACK_PIXELS = 8

interface Drag {
  anchor: At
  x: number
  y: number
  /** The finger or button selects; before a long press it does not. */
  isSelecting: boolean
  hasMoved: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Selects hours with a pointer. A finger scrolls the page unless it rests on an hour first. */
export function useDrag(
  element: RefObject<HTMLElement | null>,
  {
    selection,
    onSelect,
    onAt,
  }: { selection: Selection | null; onSelect: (selection: Selection | null) => void; onAt: (at: At) => void },
) {
  const drag = useRef<Drag | null>(null)
  useEffect(() => {
    const grid = element.current
    // React's own listener is passive, so it could not keep the page from scrolling.
    const keepStill = (event: TouchEvent) => {
      if (drag.current?.isSelecting) event.preventDefault()
    }
    grid?.addEventListener('touchmove', keepStill, { passive: false })
    return () => grid?.removeEventListener('touchmove', keepStill)
  }, [element])
  const end = () => {
    clearTimeout(drag.current?.timer)
    drag.current = null
  }
  const select = (anchor: At, focus: At) => {
    onAt(focus)
    onSelect({ anchor, focus })
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      const at = atPoint(event)
      if (!at || event.button !== 0) return
      end()
      const isTouch = event.pointerType === 'touch'
      const started: Drag = {
        anchor: at,
        x: event.clientX,
        y: event.clientY,
        isSelecting: !isTouch,
        hasMoved: false,
        timer: undefined,
      }
      drag.current = started
      if (isTouch)
        started.timer = setTimeout(() => {
          started.isSelecting = true
          select(at, at)
        }, PRESS_MS)
    },
    onPointerMove: (event: PointerEvent) => {
      const current = drag.current
      if (!current) return
      const { anchor, x, y } = current
      if (!current.isSelecting) {
        if (Math.hypot(event.clientX - x, event.clientY - y) > SLACK_PIXELS) end()
        return
      }
      const at = atPoint(event)
      if (!at || (at.day === anchor.day && at.hour === anchor.hour && !current.hasMoved)) return
      current.hasMoved = true
      select(anchor, at)
    },
    onPointerUp: () => {
      const current = drag.current
      if (!current) return
      const { anchor, hasMoved, isSelecting, timer } = current
      const wasPressed = isSelecting && timer !== undefined
      end()
      if (hasMoved || wasPressed) return
      // A second press after a first one selects all between them, for those who do not drag.
      select(selection && isOne(selection) ? selection.anchor : anchor, anchor)
    },
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (drag.current) event.preventDefault()
    },
  }
}

const isOne = ({ anchor, focus }: Selection) => anchor.day === focus.day && anchor.hour === focus.hour

/** Returns the hour at a pointer, because a finger's events all go to where it began. */
function atPoint({ clientX, clientY }: PointerEvent): At | null {
  const text = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-at]')?.dataset['at']
  const [day, hour] = text?.split(' ').map(Number) ?? []
  return day === undefined || hour === undefined ? null : { day, hour }
}
