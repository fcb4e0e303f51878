import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import { boardState } from '@openspot/core/board/board-state.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import { getLot, type LotRow } from '../../lots/lots/lots.sql.ts'
import { setsAny } from '../availability/availability.rules.ts'
import { listAvailabilityRules } from '../availability/availability.sql.ts'
import { calendarsOf, closedWithin } from '../availability/calendar.rules.ts'
import { type CalendarState, calendarState } from './board.rules.ts'
import { type BoardRow, listBoardRows, listSpots } from './monitor.sql.ts'

type BoardDeps = Pick<FastifyInstance, 'db' | 'pool' | 'ports'>

/** Returns every spot of a lot as the board shows it at one epoch minute: past, present, or future. */
export async function loadBoard(app: BoardDeps, lot_id: string, at: number): Promise<MonitorSpot[]> {
  const now = app.ports.now()
  const lot = await getLot(app.db, lot_id)
  const rows = await listBoardRows(app.pool, lot_id, isoOf(at), now)
  const calendarOf = calendarsOf(await listAvailabilityRules(app.db, lot_id, null, isoOf(at)))
  const known = new Map<string, CalendarState>()
  return rows.map((row) => {
    const calendar = calendarOf(row)
    const is_offered = row.is_priced || calendar.availability_rules.some(setsAny)
    // Unoccupied spots with the same calendar have the same state.
    const key = `${calendar.key} ${is_offered}`
    const free = known.get(key) ?? calendarState(lot, { ...calendar, is_offered }, at, now)
    known.set(key, free)
    return toSpot(row, calendar.is_assigned, free)
  })
}

function toSpot(row: BoardRow, is_assigned: boolean, free: CalendarState): MonitorSpot {
  const { id, label, type, features, level, shape, assigned_to, next, now: reservation } = row
  const facts = { id, label, type, features, level, shape, is_assigned, assigned_to }
  const spot = { ...facts, next, occupant: reservation }
  if (reservation) {
    const taken = {
      is_assigned,
      is_sublet: true,
      is_offered: true,
      is_closed: false,
      reservation,
    }
    return { ...spot, state: boardState(taken), until: reservation.ends_at }
  }
  const nextAt = next ? minutesOf(next.starts_at) : Number.POSITIVE_INFINITY
  const until = Math.min(free.until ?? Number.POSITIVE_INFINITY, nextAt)
  return { ...spot, state: free.state, until: Number.isFinite(until) ? isoOf(until) : null }
}

/** Counts the spots that are neither taken nor closed by an availability rule at any time of a range. */
export async function countFreeSpots(
  app: BoardDeps,
  lot: LotRow,
  range: Span,
  taken: readonly string[],
): Promise<number> {
  const calendarOf = calendarsOf(await listAvailabilityRules(app.db, lot.id, null, isoOf(range.from)))
  const isTaken = new Set(taken)
  const known = new Map<string, boolean>()
  let free = 0
  for (const spot of await listSpots(app.pool, lot.id)) {
    const calendar = calendarOf(spot)
    const isOpen =
      known.get(calendar.key) ?? closedWithin(lot.time_zone, calendar, range, app.ports.now()).length === 0
    known.set(calendar.key, isOpen)
    if (isOpen && !isTaken.has(spot.id)) free++
  }
  return free
}
