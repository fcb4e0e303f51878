import type { Acceptance } from '@openspot/contract/booking/acceptances.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { getReservationState, type ReservationState } from './reservation-state.sql.ts'
import { listVehiclesElsewhere, refusesVehiclesElsewhere } from './vehicles-elsewhere.sql.ts'

type Deps = Pick<FastifyInstance, 'pool' | 'ports'>

/** Returns what a driver should know before they accept a reservation that was made for them. Writes nothing. */
export async function previewAcceptance(app: Deps, reservation_id: string): Promise<Acceptance> {
  const state = await getReservationState(app.pool, reservation_id)
  const [vehicles_elsewhere, refuses_vehicles_elsewhere] = await Promise.all([
    elsewhereThen(app, state),
    refusesVehiclesElsewhere(app.pool, state.lot_id),
  ])
  return { vehicles_elsewhere, refuses_vehicles_elsewhere }
}

/**
 * Throws `vehicle_refused` or, unless the driver confirmed it, `vehicle_booked` if the vehicle of a reservation that they accept now is in
 * another lot at its time. Who made it for them was not asked, because staff may not learn where else a person parks.
 */
export async function checkAcceptance(
  app: Deps,
  reservation_id: string,
  { pays, isAllowed }: { pays: boolean; isAllowed: boolean },
): Promise<void> {
  const state = await getReservationState(app.pool, reservation_id)
  // A payment that the bank verified was made for an accepted reservation.
  if (!pays && state.total_cents > 0) return
  const [first] = await elsewhereThen(app, state)
  if (!first) return
  const refuses = await refusesVehiclesElsewhere(app.pool, state.lot_id)
  if (refuses || !isAllowed)
    refuse(refuses ? 'vehicle_refused' : 'vehicle_booked', {
      details: { reservation_id: first.reservation_id },
    })
}

/** Returns where the vehicle of a reservation that awaits its driver is booked at its time already. */
async function elsewhereThen(app: Deps, state: ReservationState) {
  if (state.status !== 'PENDING' || state.car_id === null) return []
  const all = await listVehiclesElsewhere(app.pool, state, app.ports.now())
  return all.filter(({ car }) => car.id === state.car_id)
}
