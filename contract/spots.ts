import { type Static, Type } from 'typebox'
import { Id } from './common.ts'
import { OfferedSpot } from './lots.ts'
import { parties, route } from './route.ts'

export const Spot = Type.Object({ ...Type.Omit(OfferedSpot, ['is_free']).properties, lot_id: Id })
export type Spot = Static<typeof Spot>

export const getSpot = route({
  method: 'GET',
  url: '/api/v1/spots/:spot_id',
  config: { access: parties.lotReaders, subject: { kind: 'spot', in: 'params', name: 'spot_id' } },
  schema: {
    summary: 'A spot',
    tags: ['spots'],
    params: Type.Object({ spot_id: Id }),
    response: { 200: Spot },
  },
})
