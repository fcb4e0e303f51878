'use client'
import { type KeyboardEvent, useRef } from 'react'
import { type GridDay, HOURS, type Selection } from './host-grid.ts'
import type { At } from './use-drag.ts'

const moves: Record<string, [days: number, hours: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  Home: [0, -HOURS],
  End: [0, HOURS],
}

const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)

/**
 * Moves through the hours with arrow keys. Enter begins a selection, arrow keys or Shift and arrow keys extend it, Enter ends
 * it, and Escape clears it. Returns the hour that the focus goes to.
 */
export function useGridKeys({
  grid,
  focus,
  selection,
  onFocus,
  onSelect,
  onDone,
}: {
  grid: readonly GridDay[]
  focus: At
  selection: Selection | null
  onFocus: (at: At) => void
  onSelect: (selection: Selection | null) => void
  onDone: () => void
}) {
  const isExtending = useRef(false)
  return (event: KeyboardEvent): At | null => {
    const move = moves[event.key]
    if (move) {
      event.preventDefault()
      const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl'
      const to = {
        day: within(focus.day + (isMirrored ? -move[0] : move[0]), grid.length),
        hour: within(focus.hour + move[1], HOURS),
      }
      onFocus(to)
      if (event.shiftKey || (isExtending.current && selection))
        onSelect({ anchor: selection?.anchor ?? focus, focus: to })
      return to
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const ends = isExtending.current && selection !== null
      isExtending.current = !ends
      if (ends) onDone()
      else onSelect({ anchor: focus, focus })
    }
    if (event.key === 'Escape') {
      isExtending.current = false
      onSelect(null)
    }
    return null
  }
}
