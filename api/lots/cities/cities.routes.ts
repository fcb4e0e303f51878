import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getCityRoute, listCitiesRoute, listSitemapLotsRoute } from '@openspot/contract/lots/cities.ts'
import { getPlacePageRoute, listPlacePagesRoute } from '@openspot/contract/lots/place-pages.ts'
import { refuse } from '../../errors.ts'
import { getCity, listCities, listSitemapLots } from './cities.sql.ts'
import { getPlacePage, listPlacePages } from './place-pages.sql.ts'

/** Pages of cities and places, and the sitemap: the same for everyone, and rarely changed. */
const kept = { 'cache-control': 'public, max-age=600' }

export const cityRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listCitiesRoute,
    handler: async (_request, reply) => reply.headers(kept).send({ items: await listCities(app.pool) }),
  })
  app.route({
    ...getCityRoute,
    handler: async ({ query }, reply) => {
      const city = (await getCity(app.pool, query.path, query.locale ?? null)) ?? refuse('not_found')
      return reply.headers(kept).send(city)
    },
  })
  app.route({
    ...listPlacePagesRoute,
    handler: async ({ query }, reply) =>
      reply.headers(kept).send({ items: await listPlacePages(app.pool, query.city ?? null) }),
  })
  app.route({
    ...getPlacePageRoute,
    handler: async ({ query }, reply) => {
      const page = (await getPlacePage(app.pool, query.path, query.locale ?? null)) ?? refuse('not_found')
      return reply.headers(kept).send(page)
    },
  })
  app.route({
    ...listSitemapLotsRoute,
    handler: async (_request, reply) =>
      reply.headers(kept).send({ public_ids: await listSitemapLots(app.pool) }),
  })
}
