import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getSpot, type Spot } from '@openspot/contract/spots.ts'
import { hot } from '@openspot/db/database.ts'
import { refuse } from '../errors.ts'

export const spotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getSpot,
    handler: async ({ params }) => {
      const [spot] = await hot<Spot>(
        app.pool,
        'get_spot',
        'select id, lot_id, label, type, features, level, shape from spots where id = $1',
        [params.spot_id],
      )
      return spot ?? refuse('not_found')
    },
  })
}
