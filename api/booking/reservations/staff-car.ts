import type { changeCarByStaffRoute } from '@openspot/contract/booking/staff-changes.ts'
import type { Input } from '@openspot/contract/call.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { recordReservationPlate } from '../../people/cars/car-notes.sql.ts'
import { MAX_CARS, plateColumns } from '../../people/cars/cars.rules.ts'
import { findLotCar, listEarlierCars, listLotCars } from '../../people/cars/lot-cars.sql.ts'
import { callerOf } from '../../plugins/access.ts'
import { refuseChange } from './change.ts'
import { changeReservation } from './hold.sql.ts'
import { checkChangeable } from './plan-change.ts'
import { getReservationState, type ReservationState } from './reservation-state.sql.ts'
import { getReservation } from './reservations.sql.ts'

type Requested = Input<typeof changeCarByStaffRoute>['body']

/**
 * Changes the vehicle of a driver's reservation. Staff choose among the vehicles that the driver brought to the lot. Any other plate is
 * a note of this lot for this reservation (`lot_car_notes`), so that nothing in the driver's account changes and the plate opens no
 * other lot; the driver can accept it as a vehicle of their own.
 */
export async function changeCarForDriver(
  app: FastifyInstance,
  request: FastifyRequest,
  reservation_id: string,
  requested: Requested,
): Promise<void> {
  const now = app.ports.now()
  const state = await getReservationState(app.pool, reservation_id)
  checkChangeable(state, now)
  if (state.version !== requested.version) refuse('reservation_changed')
  const { car_id, plate } = await vehicleOf(app, state, requested, now)
  const before = (await getReservation(app.db, reservation_id, { money: false, driver: true }, now)).car
  const actor_user_id = callerOf(request).user_id
  await app.db.transaction().execute(async (tx) => {
    const { lot_id, user_id, version, spot_id, starts_at, ends_at, total_cents } = state
    const outcome = await changeReservation(tx, now, {
      reservation_id,
      lot_id,
      version,
      spot_id,
      starts_at,
      ends_at,
      car_id,
      total_cents,
      refund_cents: 0,
      kind: 'CAR_CHANGED',
      actor_user_id,
      ...(requested.reason === undefined ? {} : { reason: requested.reason }),
    })
    if (outcome !== 'changed') refuseChange(outcome)
    if (plate !== null) {
      await recordReservationPlate(tx, {
        ...plate,
        id: app.ports.id(),
        lot_id,
        user_id,
        reservation_id,
        ...(requested.reason === undefined ? {} : { reason: requested.reason }),
        created_at: now.toISOString(),
        created_by_user_id: actor_user_id,
      })
    }
    await writeAudit(tx, request, {
      action: 'reservation.car',
      subject_kind: 'reservation',
      subject_id: reservation_id,
      details: {
        before: before && { plate: before.plate, region: before.region },
        after: { car_id, plate: plate?.plate ?? null, region: plate?.region ?? null },
        reason: requested.reason ?? null,
      },
    })
  })
  app.changes.announce(state.lot_id)
}

/** Returns the driver's vehicle or the plate that was asked for. Throws `request_invalid` unless it is exactly one that is possible. */
async function vehicleOf(
  app: FastifyInstance,
  state: ReservationState,
  { car_id, plate, region }: Requested,
  now: Date,
) {
  if ((car_id === undefined) === (plate === undefined)) {
    refuse('request_invalid', {
      field: 'car_id',
      message: (t) => t('apiErrors.reservations.vehicleOrPlate'),
    })
  }
  const { id: reservation_id, lot_id, user_id } = state
  const earlier = await listEarlierCars(app.db, { reservation_id, lot_id, user_id })
  if (plate !== undefined) {
    const written = { ...plateColumns(plate, region ?? ''), region: (region ?? '').toUpperCase() }
    const cars = await listLotCars(app.db, state.lot_id, { user_id: state.user_id }, null, MAX_CARS, now)
    const own = cars.filter(({ is_recorded_by_staff }) => !is_recorded_by_staff)
    const known = [...own, ...earlier].find(
      (car) => car.plate_normalized === written.plate_normalized && car.region === written.region,
    )
    return known ? { car_id: known.id, plate: null } : { car_id: null, plate: written }
  }
  if (car_id !== null && car_id !== undefined && !earlier.some(({ id }) => id === car_id)) {
    const car = await findLotCar(app.db, state.lot_id, car_id, now)
    if (car?.user_id !== state.user_id || car.is_recorded_by_staff) refuseChange('car_not_found')
  }
  return { car_id: car_id ?? null, plate: null }
}
