import type { Output } from '@openspot/contract/call.ts'
import type { getSpotCalendarRoute, getSpotOccupiedRoute } from '@openspot/contract/lots/spots.ts'
import { spotCalendar } from '@openspot/core/availability/calendar.ts'
import { resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setsAny } from '../../booking/availability/availability.rules.ts'
import {
  findSpot,
  getRatesAbove,
  listAvailabilityRules,
} from '../../booking/availability/availability.sql.ts'
import { calendarsOf, closedFrom, withHorizon } from '../../booking/availability/calendar.rules.ts'
import { readRange } from '../../booking/availability/moments.rules.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import { isStaff } from '../../plugins/staff.ts'
import type { RouteInput } from '../../route-input.ts'
import { getLot } from '../lots/lots.sql.ts'
import { occupied, readRequestedTimes } from './occupied.rules.ts'
import { findFirstReservation, listReservationsWithDriver } from './spots.sql.ts'

const maxDays = 92

/** Returns whether a spot is occupied and whether it can be booked, at an instant or for an interval. */
export async function spotOccupied(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, query }: RouteInput<typeof getSpotOccupiedRoute>,
): Promise<Output<typeof getSpotOccupiedRoute>> {
  const now = app.ports.now()
  const requested = readRequestedTimes(query, now, isStaff(request))
  const lot = await getLot(app.db, lotOf(request))
  const spot = (await findSpot(app.db, params.spot_id)) ?? refuse('not_found')
  const from = isoOf(requested.from)
  const calendar = calendarsOf(await listAvailabilityRules(app.db, lot.id, [spot.id], from))(spot)
  const { rates } = resolveRates({ lot, ...(await getRatesAbove(app.db, lot.id, spot.id)) }, lot)
  return occupied(requested, {
    zone: lot.time_zone,
    opening_hours: lot.opening_hours,
    overnight_allowed: lot.overnight_allowed,
    is_offered: setsAny(rates) || calendar.availability_rules.some(setsAny),
    closed: closedFrom(lot.time_zone, calendar, requested.from, now),
    reservation: await findFirstReservation(app.db, lot.id, spot.id, from),
  })
}

/** Returns a spot's calendar between two instants, with who reserved it and what closes it. */
export async function staffCalendar(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, query }: RouteInput<typeof getSpotCalendarRoute>,
): Promise<Output<typeof getSpotCalendarRoute>> {
  const { from, to } = readRange(query, maxDays)
  const lot = await getLot(app.db, lotOf(request))
  const spot = (await findSpot(app.db, params.spot_id)) ?? refuse('not_found')
  const calendar = calendarsOf(await listAvailabilityRules(app.db, lot.id, [spot.id], isoOf(from)))(spot)
  const reservations = await listReservationsWithDriver(app.db, lot.id, spot.id, {
    from: isoOf(from),
    to: isoOf(to),
    now: app.ports.now(),
  })
  const all = withHorizon(lot.time_zone, calendar, app.ports.now())
  const parts = spotCalendar(lot.time_zone, all, reservations, from, to).map(({ reservation, ...part }) => ({
    starts_at: isoOf(part.from),
    ends_at: isoOf(part.to),
    state: part.state,
    reservation: reservation
      ? { id: reservation.id, status: reservation.status, name: reservation.name, plate: reservation.plate }
      : null,
    // Beyond the horizon, no specific availability rule is the cause.
    availability_id: part.availability_id || null,
  }))
  return { parts }
}
