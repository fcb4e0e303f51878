import type { setListingRoute } from '@openspot/contract/booking/hosting.ts'
import type { Output } from '@openspot/contract/call.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { rateColumns, toAvailability } from '../availability/availability.rules.ts'
import {
  type AvailabilityRuleRow,
  deleteAvailabilityRule,
  insertAvailabilityRule,
  updateAvailabilityRule,
} from '../availability/availability.sql.ts'
import {
  availabilityRulesOf,
  checkRates,
  refuseMore,
  refuseUsed,
  stillTheirs,
} from '../availability/availability-checks.ts'
import { calendarsOf, closedFrom } from '../availability/calendar.rules.ts'
import { withLockedSpots } from '../availability/materialize-closures.ts'
import { minuteOf } from '../availability/moments.rules.ts'
import { readRecurrence } from '../availability/recurrence.rules.ts'
import { isReservingRule } from '../availability/reserving-rules.sql.ts'
import { joined, spanOf, without } from './hosting.rules.ts'

const endsAt = ({ to }: Span) => (Number.isFinite(to) ? isoOf(to) : null)

/** Cuts a time out of a one-time rule: shortens, splits, or deletes it. */
async function cutOut(app: FastifyInstance, tx: Tx, rule: AvailabilityRuleRow, span: Span): Promise<void> {
  const [first, ...more] = without(rule, span)
  const now = app.ports.now()
  if (!first) return deleteAvailabilityRule(tx, now, rule)
  await updateAvailabilityRule(tx, now, rule, { starts_at: isoOf(first.from), ends_at: endsAt(first) })
  for (const part of more)
    await insertAvailabilityRule(tx, {
      ...rule,
      weekdays: [...rule.weekdays],
      id: app.ports.id(),
      starts_at: isoOf(part.from),
      ends_at: endsAt(part),
      created_at: app.ports.now().toISOString(),
    })
}

/**
 * Lists a host's spot for a time or takes it back. Only one-time rules of the host change: what staff closed stays
 * closed, and a time that repeats is closed by a rule for this time.
 */
export async function setListing(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: RouteInput<typeof setListingRoute>,
): Promise<Output<typeof setListingRoute>> {
  const lot = await getLot(app.db, lotOf(request))
  const now = app.ports.now()
  const { user_id } = callerOf(request)
  const { is_listed } = body
  const requested = readRecurrence(lot.time_zone, body, now)
  const span = spanOf(requested)
  if (span.to <= minuteOf(now)) {
    refuse('request_invalid', { field: 'ends_at', message: (t) => t('apiErrors.time.past') })
  }
  const kind = is_listed ? 'OPEN' : 'CLOSED'
  const rates = rateColumns(is_listed ? body.rates : null)
  return withLockedSpots(app, lot.id, { spot_ids: [params.spot_id] }, async (tx, spots) => {
    const spot = stillTheirs(request, spots)
    await checkRates(tx, lot, spot, kind, rates)
    const before = await availabilityRulesOf(tx, lot, spot, now)
    const own: AvailabilityRuleRow[] = []
    for (const rule of before) {
      const isMine = rule.kind === 'OPEN' || rule.created_by_user_id === user_id
      const isOnce = rule.spot_id === spot.id && rule.repeat_frequency === 'NEVER' && !rule.is_pause
      if (isMine && isOnce && !(await isReservingRule(tx, lot.id, rule.id))) own.push(rule)
    }
    for (const rule of own) if (rule.kind !== kind) await cutOut(app, tx, rule, span)
    const left = closedFrom(
      lot.time_zone,
      calendarsOf(await availabilityRulesOf(tx, lot, spot, now))(spot),
      minuteOf(now),
      now,
    )
    const isClosed = left.some(({ from, to }) => from <= Math.max(span.from, minuteOf(now)) && span.to <= to)
    if (is_listed || !isClosed) {
      const same = own.filter(
        (rule) => rule.kind === kind && JSON.stringify(rateColumns(rule)) === JSON.stringify(rates),
      )
      const whole = joined(span, same.map(spanOf))
      const inside = same.filter((rule) => whole.from <= spanOf(rule).from && spanOf(rule).to <= whole.to)
      for (const rule of inside) await deleteAvailabilityRule(tx, now, rule)
      // A new price replaces the one that a part of the time had.
      for (const rule of own)
        if (is_listed && rule.kind === kind && !same.includes(rule)) await cutOut(app, tx, rule, span)
      refuseMore((await availabilityRulesOf(tx, lot, spot, now)).filter(({ spot_id }) => spot_id === spot.id))
      await insertAvailabilityRule(tx, {
        id: app.ports.id(),
        lot_id: lot.id,
        spot_id: spot.id,
        kind,
        starts_at: isoOf(whole.from),
        ends_at: endsAt(whole),
        repeat_frequency: 'NEVER',
        weekdays: [],
        ...rates,
        created_by_user_id: user_id,
        created_at: now.toISOString(),
      })
    }
    const after = await availabilityRulesOf(tx, lot, spot, now)
    if (!is_listed) await refuseUsed(tx, lot, spot, now, before, after)
    const closed = closedFrom(lot.time_zone, calendarsOf(after)(spot), minuteOf(now), now)
    const touched = closed.some(({ from, to }) => from < span.to && Math.max(span.from, minuteOf(now)) < to)
    return {
      is_complete: is_listed ? !touched : true,
      availability_rules: after.filter(({ spot_id }) => spot_id === spot.id).map(toAvailability),
    }
  })
}
