import { type Static, Type } from 'typebox'
import { PassLinkParams } from '../booking/shared-passes.ts'
import { Id, Nullable, ReservationParams, Ring } from '../common.ts'
import { route } from '../route.ts'
import { LotMap } from './maps.ts'

/** The part of a lot that a reserved spot is in, from above. */
export const Arrival = Type.Object({
  map: Nullable(LotMap, { description: 'The map that the spot is on. Null: it is on none.' }),
  spots: Type.Array(
    Type.Object({ id: Id, label: Type.String(), level: Type.Integer(), shape: Nullable(Ring) }),
    {
      description:
        'The spots of its level with their outlines on the ground, if it is on no map and its own outline is known. Otherwise empty.',
    },
  ),
})
export type Arrival = Static<typeof Arrival>

export const getSharedArrivalRoute = route({
  method: 'GET',
  url: '/api/v1/passes/:pass_token/arrival',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 300, minutes: 5 } },
  schema: {
    summary:
      'Get the plan of the level that the spot of a shared pass is on. Empty once the reservation is over',
    tags: ['reservations'],
    params: PassLinkParams,
    response: { 200: Arrival },
  },
})

export const getArrivalRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/arrival',
  config: {
    access: ['resource_owner', 'link_holder'],
    errors: [],
    subject: { kind: 'reservation', in: 'params', name: 'reservation_id' },
    limit: { max: 300, minutes: 5, per: 'person' },
  },
  schema: {
    summary:
      'Get the plan of the level that a reserved spot is on, for its driver, also in a lot whose maps only its members can read. Empty once the reservation is over',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: Arrival },
  },
})
