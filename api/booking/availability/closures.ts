import type { Availability, createLotClosureRoute } from '@openspot/contract/booking/availability.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import { countWithin, noteColumn, toAvailability } from './availability.rules.ts'
import { insertAvailabilityRule, listLiveReservations } from './availability.sql.ts'
import { availabilityRulesOf, refuseMore } from './availability-checks.ts'
import { withLockedSpots } from './materialize-closures.ts'
import { readRecurrence } from './recurrence.rules.ts'

/** Closes a lot or a zone. Existing reservations stay valid; returns how many are affected. */
export async function closeLot(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: RouteInput<typeof createLotClosureRoute>,
): Promise<{ closure: Availability; reservations_in_it: number }> {
  const lot = await getLot(app.db, lotOf(request))
  const now = app.ports.now()
  const { zone_id = null, note, ...recurrence } = body
  const requested = readRecurrence(lot.time_zone, recurrence, now)
  const noZone = () =>
    refuse('request_invalid', {
      field: 'zone_id',
      message: (t) => t('apiErrors.lot.zoneUnknown'),
    })
  return withLockedSpots(
    app,
    lot.id,
    { zone_id },
    async (tx, spots) => {
      refuseMore(await availabilityRulesOf(tx, lot, null, now))
      const row = await insertAvailabilityRule(tx, {
        id: app.ports.id(),
        lot_id: lot.id,
        zone_id,
        kind: 'CLOSED',
        ...requested,
        weekdays: [...requested.weekdays],
        note: noteColumn(note),
        created_by_user_id: callerOf(request).user_id,
        created_at: now.toISOString(),
      })
      const ids = spots.map(({ id }) => id)
      const reservations = await listLiveReservations(tx, lot.id, ids, now)
      const reservations_in_it = countWithin(lot.time_zone, row, reservations, now)
      const closure = toAvailability(row)
      await writeAudit(tx, request, {
        action: 'availability.create',
        subject_kind: 'availability',
        subject_id: row.id,
        details: { after: closure, reservations_in_it },
      })
      return { closure, reservations_in_it }
    },
    noZone,
  )
}
