import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPlacesRoute } from '@openspot/contract/lots/lots.ts'
import { startingWith } from '@openspot/db/like.ts'
import { listLotsByName, listPlaces } from './places.sql.ts'

export const placeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listPlacesRoute,
    handler: async ({ query }) => {
      const text = query.q.trim().toLowerCase()
      if (text === '') return { items: [] }
      const like = startingWith(text)
      const [places, lots] = await Promise.all([
        listPlaces(app.pool, like),
        listLotsByName(app.pool, `%${like}`),
      ])
      return { items: [...places, ...lots].slice(0, 10) }
    },
  })
}
