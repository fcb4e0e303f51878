import { type Static, Type } from 'typebox'
import { ReservationParams } from '../common.ts'
import { route } from '../route.ts'
import { VehicleElsewhere } from './reservations.ts'

/** What a driver should know before they accept a reservation that was made for them, or offered from the waitlist. */
export const Acceptance = Type.Object({
  vehicles_elsewhere: Type.Array(VehicleElsewhere, {
    description:
      'My reservations of its vehicle in other lots at an overlapping time. Accepting needs `allows_vehicle_elsewhere` then. Empty if it doesn’t await me.',
  }),
  refuses_vehicles_elsewhere: Type.Boolean({
    description: 'Whether the lot refuses such a vehicle, also with `allows_vehicle_elsewhere`.',
  }),
})
export type Acceptance = Static<typeof Acceptance>

export const getAcceptanceRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/acceptance',
  config: {
    access: ['resource_owner'],
    errors: [],
    subject: { kind: 'reservation', in: 'params', name: 'reservation_id' },
  },
  schema: {
    summary:
      'Get what I should know before I accept a reservation that was made for me, or offered from the waitlist',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: Acceptance },
  },
})
