import type { OwnChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import type { VehicleElsewhere } from '@openspot/contract/booking/reservations.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { messageOf, refuse } from '../../errors.ts'
import { endless } from '../occupancy/times.rules.ts'
import { type ChangeInput, type Plan, planChange, previewOf } from './plan-change.ts'
import type { ReservationState } from './reservation-state.sql.ts'
import {
  listVehicleElsewhere,
  listVehiclesElsewhere,
  refusesVehiclesElsewhere,
} from './vehicles-elsewhere.sql.ts'

/** Returns the preview of a change as its driver sees it. Writes nothing. */
export async function previewOwnChange(
  app: FastifyInstance,
  t: Translate,
  reservation_id: string,
  requested: ChangeInput,
): Promise<OwnChangePreview> {
  const plan = await planChange(app, reservation_id, requested)
  const vehicles_elsewhere = await elsewhereDuring(app, plan)
  const isRefused = vehicles_elsewhere.length > 0 && plan.terms.lot.refuses_vehicles_elsewhere
  const refusal = isRefused ? { code: 'vehicle_refused', message: messageOf('vehicle_refused') } : null
  return { ...previewOf(t, { ...plan, refusal: plan.refusal ?? refusal }), vehicles_elsewhere }
}

/** Returns where the vehicle of a reservation already is at the time that a change adds. Only for the driver, who may know. */
async function elsewhereDuring(
  app: Pick<FastifyInstance, 'pool' | 'ports'>,
  { state, added }: Plan,
): Promise<VehicleElsewhere[]> {
  if (added === null) return []
  return listVehicleElsewhere(
    app.pool,
    state.id,
    {
      user_id: state.user_id,
      lot_id: state.lot_id,
      starts_at: isoOf(added.from),
      ends_at: added.to === endless ? null : isoOf(added.to),
    },
    app.ports.now(),
  )
}

/** Throws `vehicle_refused` or, unless the driver confirmed it, `vehicle_booked` if the vehicle is in another lot at the added time. */
export async function checkElsewhere(
  app: Pick<FastifyInstance, 'pool' | 'ports'>,
  plan: Plan,
  isAllowed: boolean,
): Promise<void> {
  const refuses = plan.terms.lot.refuses_vehicles_elsewhere
  if (isAllowed && !refuses) return
  const [first] = await elsewhereDuring(app, plan)
  if (first)
    refuse(refuses ? 'vehicle_refused' : 'vehicle_booked', {
      details: { reservation_id: first.reservation_id },
    })
}

/** Throws `vehicle_refused` if the lot refuses a vehicle that the driver wants for the rest of a reservation instead of its own. */
export async function checkNewVehicle(
  app: Pick<FastifyInstance, 'pool' | 'ports'>,
  state: Pick<ReservationState, 'user_id' | 'lot_id' | 'starts_at' | 'ends_at'>,
  car_id: string,
): Promise<void> {
  if (!(await refusesVehiclesElsewhere(app.pool, state.lot_id))) return
  const now = app.ports.now()
  const starts_at = new Date(Math.max(Date.parse(state.starts_at), now.getTime())).toISOString()
  const all = await listVehiclesElsewhere(app.pool, { ...state, starts_at }, now)
  const first = all.find(({ car }) => car.id === car_id)
  if (first) refuse('vehicle_refused', { details: { reservation_id: first.reservation_id } })
}
