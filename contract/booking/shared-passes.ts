import { type Static, Type } from 'typebox'
import { NoContent, ReservationParams } from '../common.ts'
import { route } from '../route.ts'
import { Reservation } from './reservations.ts'

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const

export const PassLinkParams = Type.Object({ pass_token: Type.String({ pattern: '^[A-Za-z0-9]{40}$' }) })

/** What a driver's companion sees: where and when, and nothing about the driver, their vehicle, or the price. */
export const SharedPass = Type.Pick(Reservation, [
  'status',
  'is_ended',
  'starts_at',
  'ends_at',
  'lot',
  'spot',
  'spot_id',
])
export type SharedPass = Static<typeof SharedPass>

export const createPassLinkRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/pass-links',
  config: {
    access: ['resource_owner'],
    errors: ['reservation_not_open'],
    subject,
    limit: { max: 30, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Create a link with which anyone sees the pass of a confirmed reservation without signing in, until a day after its end. It is shown only in this response',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 201: Type.Object({ url: Type.String() }) },
  },
})

export const deletePassLinksRoute = route({
  method: 'DELETE',
  url: '/api/v2/reservations/:reservation_id/pass-links',
  config: { access: ['resource_owner'], errors: [], subject },
  schema: {
    summary: 'Deactivate all links to the pass of a reservation',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 204: NoContent },
  },
})

export const getSharedPassRoute = route({
  method: 'GET',
  url: '/api/v1/passes/:pass_token',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 300, minutes: 5 } },
  schema: {
    summary: 'Get a pass by the link that its driver shared',
    tags: ['reservations'],
    params: PassLinkParams,
    response: { 200: SharedPass },
  },
})
