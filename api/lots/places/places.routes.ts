import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPlaces, type Place } from '@openspot/contract/lots/lots.ts'
import { hot } from '@openspot/db/database.ts'

export const placeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listPlaces,
    handler: async ({ query }) => {
      const text = query.q.trim().toLowerCase()
      if (text === '') return { items: [] }
      const like = `${text.replace(/[\\%_]/g, '\\$&')}%`
      const [places, lots] = await Promise.all([
        hot<Place>(
          app.pool,
          'list_places',
          `select kind, name, concat_ws(', ', nullif(region, ''), country) as detail, lat, lng from places
           where lower(name) like $1 order by population desc, name limit 6`,
          [like],
        ),
        hot<Place>(
          app.pool,
          'list_lots_by_name',
          `select 'LOT' as kind, name, concat_ws(', ', street, city) as detail, lat, lng from lots
           where is_listed and (name || ' ' || coalesce(street, '') || ' ' || coalesce(city, '')) ilike $1
           order by name limit 6`,
          [`%${like}`],
        ),
      ])
      return { items: [...places, ...lots].slice(0, 10) }
    },
  })
}
