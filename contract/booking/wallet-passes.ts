import { Type } from 'typebox'
import { FileAnswer, ReservationParams } from '../common.ts'
import { route } from '../route.ts'

const config = {
  access: ['resource_owner', 'link_holder'],
  errors: ['wallet_unavailable', 'reservation_not_open'],
  subject: { kind: 'reservation', in: 'params', name: 'reservation_id' },
  limit: { max: 20, minutes: 60, per: 'person' },
} as const

export const getApplePassRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/apple-pass',
  config,
  schema: {
    summary:
      'Get a reservation as a signed pass for Apple Wallet, as it is now, in its driver’s language. It opens no gate and changes nothing; its code leads to the current pass',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: FileAnswer('application/vnd.apple.pkpass', 'The pass, with one reservation.') },
  },
})

export const getGooglePassRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/google-pass',
  config,
  schema: {
    summary:
      'Get an address that saves a reservation in Google Wallet, as it is now, in its driver’s language',
    tags: ['reservations'],
    params: ReservationParams,
    response: {
      200: Type.Object({ url: Type.String({ description: 'Opens Google Wallet with the signed pass.' }) }),
    },
  },
})
