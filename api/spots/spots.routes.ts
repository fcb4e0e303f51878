import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Ring } from '@openspot/contract/common.ts'
import { getSpot } from '@openspot/contract/spots.ts'

export const spotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getSpot,
    handler: ({ params }) =>
      app.db
        .selectFrom('spots')
        .select(['id', 'lot_id', 'label', 'type', 'features', 'level'])
        .select((eb) => eb.ref('shape').$castTo<Ring | null>().as('shape'))
        .where('id', '=', params.spot_id)
        .executeTakeFirstOrThrow(),
  })
}
