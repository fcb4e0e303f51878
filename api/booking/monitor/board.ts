import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import { boardState } from '@openspot/core/board/board-state.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import { getLot, type LotRow } from '../../lots/lots/lots.sql.ts'
import { setsAny } from '../availability/availability.rules.ts'
import {
  type AvailabilityRuleRow,
  listAvailabilityRules,
  listPastRules,
  type PastRule,
} from '../availability/availability.sql.ts'
import { calendarsOf, closedWithin } from '../availability/calendar.rules.ts'
import { type CalendarState, calendarState, isPast } from './board.rules.ts'
import { type BoardRow, listBoardRows } from './board-rows.sql.ts'
import { listPastSpots, listSpots } from './monitor.sql.ts'

type BoardDeps = Pick<FastifyInstance, 'db' | 'pool' | 'ports'>

/** Returns every spot of a lot as the board shows it at one epoch minute: past, present, or future. */
export async function loadBoard(app: BoardDeps, lot_id: string, at: number): Promise<MonitorSpot[]> {
  const now = app.ports.now()
  const found = await getLot(app.db, lot_id)
  // The past is as it was then.
  const lot = { ...found, takes_bookings: found.takes_bookings || isPast(isoOf(at), now) }
  const rows = await listBoardRows(app.pool, lot_id, isoOf(at), now)
  const calendarOf = calendarsOf(await rulesAt(app, lot_id, isoOf(at), isoOf(at)))
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

/** Returns the availability rules of a lot, without those that ended before `after`. Those of a past moment are as they were then. */
function rulesAt(
  app: BoardDeps,
  lot_id: string,
  at: string,
  after: string,
): Promise<(AvailabilityRuleRow | PastRule)[]> {
  return isPast(at, app.ports.now())
    ? listPastRules(app.pool, lot_id, at, after)
    : listAvailabilityRules(app.db, lot_id, null, after)
}

function toSpot(row: BoardRow, is_assigned: boolean, free: CalendarState): MonitorSpot {
  const {
    id,
    label,
    type,
    features,
    level,
    zone_id,
    shape,
    assigned_to,
    next,
    now: reservation,
    is_own,
  } = row
  const facts = { id, label, type, features, level, zone_id, shape, is_assigned, assigned_to }
  const spot = { ...facts, next, occupant: reservation }
  if (reservation) {
    const taken = {
      is_assigned,
      is_sublet: true,
      is_offered: true,
      is_closed: false,
      reservation: { ends_at: reservation.ends_at, is_own },
    }
    return { ...spot, state: boardState(taken), until: reservation.ends_at }
  }
  const nextAt = next ? minutesOf(next.starts_at) : Number.POSITIVE_INFINITY
  const until = Math.min(free.until ?? Number.POSITIVE_INFINITY, nextAt)
  return { ...spot, state: free.state, until: Number.isFinite(until) ? isoOf(until) : null }
}

/**
 * Counts the spots that are neither taken nor closed by an availability rule at any time of a range. None will be free in a
 * lot that takes no bookings. `at` is the moment whose spots and rules count: now, or a past one.
 */
export async function countFreeSpots(
  app: BoardDeps,
  lot: LotRow,
  range: Span,
  taken: readonly string[],
  at: string,
): Promise<number> {
  const now = app.ports.now()
  const isOfPast = isPast(at, now)
  if (!lot.takes_bookings && !isOfPast && !isPast(isoOf(range.to), now)) return 0
  const spots = isOfPast ? await listPastSpots(app.pool, lot.id, at) : await listSpots(app.pool, lot.id)
  const calendarOf = calendarsOf(await rulesAt(app, lot.id, at, isoOf(range.from)))
  const isTaken = new Set(taken)
  const known = new Map<string, boolean>()
  let free = 0
  for (const spot of spots) {
    const calendar = calendarOf(spot)
    const isOpen = known.get(calendar.key) ?? closedWithin(lot.time_zone, calendar, range, now).length === 0
    known.set(calendar.key, isOpen)
    if (isOpen && !isTaken.has(spot.id)) free++
  }
  return free
}
