import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays } from '@openspot/core/time/zone.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { callerOf } from '../../plugins/access.ts'
import { snapTimes } from '../occupancy/times.rules.ts'
import { endOfMonthly } from './change.rules.ts'
import { refuseChange } from './change.ts'
import { changeReservation } from './hold.sql.ts'
import { getReservationState } from './reservation-state.sql.ts'

/** Ends a monthly reservation: a host no sooner than the lot's notice period, staff from now on. */
export async function endWithNotice(
  app: FastifyInstance,
  request: FastifyRequest,
  reservation_id: string,
  requested: { ends_at?: string | undefined; reason?: string | undefined },
): Promise<void> {
  const now = app.ports.now()
  const state = await getReservationState(app.pool, reservation_id)
  if (state.status !== 'ACTIVE') refuse('reservation_not_open')
  if (state.ends_at !== null) {
    refuse('change_not_possible', {
      message: (t) => t('apiErrors.reservations.noticeNotNeeded'),
    })
  }
  const lot = await getLot(app.db, state.lot_id)
  const isHost = request.granted === 'host'
  const begins = Math.max(now.getTime() / 60_000, minutesOf(state.starts_at))
  const notice = plusLocalDays(lot.time_zone, Math.ceil(now.getTime() / 60_000), lot.host_notice_days)
  const earliest = isHost ? Math.max(notice, begins + 1) : begins + 1
  const wanted = requested.ends_at === undefined ? Math.max(notice, begins + 1) : minutesOf(requested.ends_at)
  if (wanted < Math.floor(earliest)) {
    refuse('request_invalid', {
      field: 'ends_at',
      message: (t) =>
        t('apiErrors.reservations.noticePeriod', {
          days: lot.host_notice_days,
          earliest: formatInFullWithZone(isoOf(Math.ceil(earliest)), {
            zone: lot.time_zone,
            locale: localeOf(t),
          }),
        }),
      details: { earliest_ends_at: isoOf(Math.ceil(earliest)) },
    })
  }
  const { ends_at } = snapTimes({ starts_at: state.starts_at, ends_at: isoOf(Math.ceil(wanted)) }, lot)
  const refund = ends_at === null ? 0 : endOfMonthly(state, ends_at)
  await app.db.transaction().execute(async (tx) => {
    const outcome = await changeReservation(tx, now, {
      reservation_id,
      lot_id: state.lot_id,
      version: state.version,
      spot_id: state.spot_id,
      starts_at: state.starts_at,
      ends_at,
      car_id: state.car_id,
      total_cents: state.total_cents - refund,
      refund_cents: refund,
      kind: 'NOTICE_GIVEN',
      actor_user_id: callerOf(request).user_id,
      ...(requested.reason === undefined ? {} : { reason: requested.reason }),
    })
    if (outcome !== 'changed') refuseChange(outcome)
    await writeAudit(tx, request, {
      action: 'reservation.notice',
      subject_kind: 'reservation',
      subject_id: reservation_id,
      details: { ends_at, reason: requested.reason ?? null },
    })
  })
  app.changes.announce(state.lot_id)
}
