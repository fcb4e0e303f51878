import type { CalendarPart, getSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { Output } from '@openspot/contract/call.ts'
import { spotCalendar } from '@openspot/core/availability/calendar.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { isStaff } from '../../plugins/staff.ts'
import type { RouteInput } from '../../route-input.ts'
import { setsAny, toAvailability } from './availability.rules.ts'
import {
  type AvailabilityRuleRow,
  findSpot,
  listAvailabilityRules,
  listReservationsOf,
} from './availability.sql.ts'
import { calendarsOf, withHorizon } from './calendar.rules.ts'
import { minuteOf, readMoment, readRange } from './moments.rules.ts'

const [usualDays, maxDays] = [31, 92]

/** Returns when a spot is free, closed, or taken. Callers who may change its availability rules also get those. */
export async function freeBusy(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, query }: RouteInput<typeof getSpotAvailabilityRoute>,
): Promise<Output<typeof getSpotAvailabilityRoute>> {
  const now = app.ports.now()
  const lot = await getLot(app.db, lotOf(request))
  const byStaff = isStaff(request)
  const { from, to } = readRequestedRange(query, now, byStaff)
  const spot = (await findSpot(app.db, params.spot_id)) ?? refuse('not_found')
  const rules = await listAvailabilityRules(app.db, lot.id, [spot.id], isoOf(from))
  const calendar = calendarsOf(rules)(spot)
  const reservations = await listReservationsOf(app.db, lot.id, spot.id, { from, to })
  const parts = spotCalendar(lot.time_zone, withHorizon(lot.time_zone, calendar, now), reservations, from, to)
  const seesRules = byStaff || request.granted === 'resource_owner'
  const isPricedByRules = calendar.availability_rules.some(setsAny)
  return {
    starts_at: isoOf(from),
    ends_at: isoOf(to),
    parts: plainParts(parts),
    availability_rules: seesRules
      ? calendar.availability_rules.map((rule) => seenBy(byStaff, callerOf(request).user_id, rule))
      : null,
    has_price: seesRules ? spot.is_priced || isPricedByRules : null,
  }
}

/**
 * Returns the queried interval, by default one month from now. Only staff see the past: for others an earlier start
 * becomes now.
 */
function readRequestedRange(
  query: { starts_at?: string; ends_at?: string },
  now: Date,
  byStaff: boolean,
): Span {
  const starts = query.starts_at === undefined ? minuteOf(now) : readMoment(query.starts_at, 'starts_at')
  const starts_at = isoOf(starts)
  const requested = readRange(
    { starts_at, ends_at: query.ends_at ?? isoOf(starts + usualDays * MINUTES_PER_DAY) },
    maxDays,
  )
  if (byStaff || requested.from >= minuteOf(now)) return requested
  if (requested.to <= minuteOf(now)) {
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.time.past'),
    })
  }
  return { from: minuteOf(now), to: requested.to }
}

/** Merges adjacent parts of the same state, so that nobody learns where one reservation ends and the next begins. */
function plainParts(parts: readonly (Span & Pick<CalendarPart, 'state'>)[]): CalendarPart[] {
  const plain: CalendarPart[] = []
  for (const { from, to, state } of parts) {
    const last = plain.at(-1)
    if (last?.state === state) last.ends_at = isoOf(to)
    else plain.push({ starts_at: isoOf(from), ends_at: isoOf(to), state })
  }
  return plain
}

/** Only staff see the note of a lot's closure. */
function seenBy(byStaff: boolean, user_id: string, rule: AvailabilityRuleRow) {
  const shown = { ...toAvailability(rule), is_mine: rule.created_by_user_id === user_id }
  return byStaff || rule.spot_id !== null ? shown : { ...shown, note: null }
}
