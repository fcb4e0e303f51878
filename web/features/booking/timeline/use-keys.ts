'use client'
import { type KeyboardEvent, useState } from 'react'
import { type Bar, isMovable, isSame, type Target } from './timeline-bars.ts'
import { type Scale, stepOf } from './timeline-scale.ts'

/** What is selected: a row, and perhaps a reservation in it. */
interface Selection {
  row: number
  id: string | null
}

/**
 * The keys of the timeline: arrows select, Enter opens, M moves the selected reservation. While it moves, arrows move it, with Shift
 * its end; Enter confirms, Escape cancels.
 */
export function useKeys({
  scale,
  rows,
  canMove,
  barsAt,
  onSelect,
  onTarget,
  onOpen,
  onDrop,
}: {
  scale: Scale
  rows: number
  canMove: boolean
  /** The bars of a row by start, those that are loaded. */
  barsAt: (row: number) => Bar[]
  onSelect: (selection: Selection, bar: Bar | undefined) => void
  onTarget: (bar: Bar, target: Target | null) => void
  onOpen: (bar: Bar) => void
  onDrop: (bar: Bar, target: Target) => void
}) {
  const [earlier, later] = scale.is_mirrored ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const [selection, setSelection] = useState<Selection>({ row: 0, id: null })
  const [target, setTarget] = useState<Target | null>(null)
  const bars = barsAt(selection.row)
  const at = bars.findIndex(({ reservation }) => reservation.id === selection.id)
  const bar = bars[at]

  const select = (row: number, one: Bar | undefined) => {
    const next = { row, id: one?.reservation.id ?? null }
    setSelection(next)
    onSelect(next, one)
  }
  const aim = (next: Target | null) => {
    setTarget(next)
    if (bar) onTarget(bar, next)
  }
  /** The bar of another row that is nearest to the selected one in time. */
  const nearest = (row: number): Bar | undefined => {
    const from = bar?.from ?? scale.from
    return barsAt(row).toSorted((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))[0]
  }
  const selectBy = (key: string): boolean => {
    const row = Math.min(
      rows - 1,
      Math.max(0, selection.row + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)),
    )
    if (key === 'ArrowDown' || key === 'ArrowUp') select(row, nearest(row))
    else if (key === later) select(row, bars[Math.min(bars.length - 1, at + 1)])
    else if (key === earlier) select(row, bars[Math.max(0, at < 0 ? 0 : at - 1)])
    else if (key === 'Enter' && bar) onOpen(bar)
    else if (key.toLowerCase() === 'm' && bar && canMove && isMovable(bar)) {
      aim({ row: bar.row, from: bar.from, to: bar.to })
    } else return false
    return true
  }
  const moveBy = (event: KeyboardEvent, one: Bar, now: Target): boolean => {
    const step = stepOf[scale.zoom] * (event.key === earlier ? -1 : 1)
    const isAcross = event.key === earlier || event.key === later
    if (isAcross && (event.shiftKey || one.kind === 'running')) {
      aim({ ...now, to: Math.max(now.from + 30, now.to + step) })
    } else if (isAcross) aim({ ...now, from: now.from + step, to: now.to + step })
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const row = now.row + (event.key === 'ArrowDown' ? 1 : -1)
      aim({ ...now, row: Math.min(rows - 1, Math.max(0, row)) })
    } else if (event.key === 'Enter') {
      aim(null)
      if (!isSame(one, now)) onDrop(one, now)
    } else if (event.key === 'Escape') aim(null)
    else return false
    return true
  }
  return {
    selection,
    isMoving: target !== null,
    select,
    onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
      const isDone = target && bar ? moveBy(event, bar, target) : selectBy(event.key)
      if (isDone) event.preventDefault()
    },
  }
}
