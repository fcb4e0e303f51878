'use client'
import { useDirection } from '@mantine/core'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { useMemo, useRef, useState } from 'react'
import { useAddress } from '@/lib/use-address.ts'
import { addressNames, placeIn, placeValues, zoomIn, zoomValue } from './timeline-address.ts'
import { scaleOf, type Zoom } from './timeline-scale.ts'
import type { TimelineFilter } from './use-timeline.ts'

/** Days before the shown one that can be scrolled to. */
const DAYS_BEFORE = 3
/** The longest text and the form of an ID that the API accepts. */
const MAX_SEARCH = 60
const isId = (text: string | null): text is string => text !== null && /^[0-9a-f-]{36}$/i.test(text)

/** The part of time and the first row that are seen. */
export interface Seen {
  from: number
  to: number
  row: number
}

/** Where to scroll to, again each time that `seq` changes. */
export interface ShowAt {
  minute: number
  /** Whether the minute becomes the first one that is seen, and this row the first one. Otherwise it only has to be in view. */
  edge_row: number | null
  seq: number
}

/**
 * What the timeline shows, kept in the URL: it survives going back and a reload, and can be shared. The days that are loaded follow
 * from the date with which the screen opened, so that scrolling loads nothing.
 */
export function useTimelineView(zone: string, minute: number) {
  const [address, change] = useAddress(addressNames)
  const zoom = zoomIn(address)
  const [start] = useState(() => placeIn(zone, address))
  const daysBefore = (at: number) => plusLocalDays(zone, startOfLocalDay(zone, at), -DAYS_BEFORE)
  const [from, setFrom] = useState(() => daysBefore(start?.at ?? minute))
  const [showAt, setShowAt] = useState<ShowAt>({
    minute: start?.at ?? minute,
    edge_row: start ? start.row : null,
    seq: 0,
  })
  const seen = useRef<Seen | null>(null)
  const is_mirrored = useDirection().dir === 'rtl'
  const scale = useMemo(() => scaleOf(zone, from, zoom, is_mirrored), [zone, from, zoom, is_mirrored])
  const { q, zone_id } = address
  const filter: TimelineFilter = useMemo(
    () => ({ zone_id: isId(zone_id) ? zone_id : null, q: (q ?? '').trim().slice(0, MAX_SEARCH) }),
    [q, zone_id],
  )
  const show = (at: number, edge_row: number | null) =>
    setShowAt(({ seq }) => ({ minute: at, edge_row, seq: seq + 1 }))
  return {
    scale,
    zoom,
    isList: address.view === 'list',
    filter,
    showAt,
    move: (days: number) => {
      const next = plusLocalDays(zone, from, days)
      const row = seen.current?.row ?? 0
      setFrom(next)
      show(next, row)
      change(placeValues(zone, zoom, { at: next, row }))
    },
    showToday: () => {
      setFrom(daysBefore(minute))
      show(minute, null)
      change({ date: null, hour: null })
    },
    setZoom: (next: Zoom) => {
      const { current } = seen
      const isNowSeen = !current || (current.from <= minute && minute < current.to)
      show(isNowSeen ? minute : current.from, isNowSeen ? null : current.row)
      change({ zoom: zoomValue(next) })
    },
    setList: (isList: boolean) => change({ view: isList ? 'list' : null }),
    setFilter: (next: TimelineFilter) => change({ q: next.q || null, zone_id: next.zone_id, row: null }),
    onSeen: (now: Seen) => {
      seen.current = now
      change(
        from === daysBefore(minute) && isWhereItOpens(now, from, minute)
          ? { date: null, hour: null, row: null }
          : placeValues(zone, zoom, { at: now.from, row: now.row }),
      )
    },
  }
}

/**
 * Whether this is what the timeline shows without an address: its first day if the current time is in view then, otherwise the current
 * time at a third of the width.
 */
function isWhereItOpens({ from, to, row }: Seen, first: number, minute: number): boolean {
  const little = (to - from) / 50
  if (row !== 0) return false
  return from - first < little ? minute < to : Math.abs(from + (to - from) / 3 - minute) < little
}
