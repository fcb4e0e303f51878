import { Type } from 'typebox'
import { Currency, StrictObject } from '../common.ts'
import { route } from '../route.ts'
import { LotDetailsInput } from './lot-settings.ts'
import { StaffLot } from './lots.ts'

const { name, lat, lng, ...more } = LotDetailsInput

export const createLotRoute = route({
  method: 'POST',
  url: '/api/v1/lots',
  config: {
    access: ['user'],
    errors: ['forbidden', 'lot_too_large', 'lots_waiting'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Create a lot. Its creator becomes its first owner. It appears in search after the platform verifies it',
    tags: ['lots'],
    body: StrictObject({
      name,
      lat,
      lng,
      ...Type.Partial(Type.Object(more)).properties,
      currency: Type.Optional(Currency),
      is_private: Type.Optional(Type.Boolean()),
      invite_only: Type.Optional(Type.Boolean()),
    }),
    response: { 201: StaffLot },
  },
})
