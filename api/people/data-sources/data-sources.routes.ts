import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  checkDataSourceRoute,
  createDataSourceRoute,
  listDataSourcesRoute,
  patchDataSourcePropertiesRoute,
  patchDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { lotOf } from '../../plugins/access.ts'
import { changeDataSource, makeDataSource } from './change-data-source.ts'
import { checkCredentials } from './check-credentials.ts'
import {
  findDataSource,
  listDataSources,
  lockDataSource,
  mapProperties,
  resumeSyncs,
} from './data-sources.sql.ts'

export const dataSourceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const one = async (lot_id: string, id: string) =>
    (await listDataSources(app.pool, lot_id, id))[0] ?? refuse('not_found')

  app.route({
    ...listDataSourcesRoute,
    handler: async (request) => ({ items: await listDataSources(app.pool, lotOf(request)) }),
  })

  app.route({
    ...createDataSourceRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = await makeDataSource(app, request, request.body)
      await checkCredentials(app, (await findDataSource(app.pool, id)) ?? refuse('not_found'))
      app.changes.announce(lot_id)
      reply.status(201)
      return one(lot_id, id)
    },
  })

  app.route({
    ...patchDataSourceRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { data_source_id } = request.params
      if (await changeDataSource(app, request, data_source_id, request.body)) {
        await checkCredentials(app, (await findDataSource(app.pool, data_source_id)) ?? refuse('not_found'))
      }
      app.changes.announce(lot_id)
      return one(lot_id, data_source_id)
    },
  })

  app.route({
    ...patchDataSourcePropertiesRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { data_source_id } = request.params
      const { property_ids } = request.body
      return makeChange(app, request, {
        lock: (tx) => lockDataSource(tx, data_source_id),
        write: async (tx, source) => {
          if (source.integration_status === 'ARCHIVED') refuse('data_source_archived')
          const unknown = await mapProperties(tx, data_source_id, property_ids)
          if (unknown.length > 0) {
            const message: Message = (t) =>
              t('apiErrors.residents.propertyUnknown', { property: unknown[0] ?? '' })
            refuse('request_invalid', { field: 'property_ids', message })
          }
          await resumeSyncs(tx, data_source_id, app.ports.now())
        },
        audit: (_, { mapped }) => ({
          action: 'data_source.properties',
          subject_kind: 'data_source',
          subject_id: data_source_id,
          details: { before: mapped, after: property_ids },
        }),
        announces: [lot_id],
        view: () => one(lot_id, data_source_id),
      })
    },
  })

  app.route({
    ...checkDataSourceRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const source = (await findDataSource(app.pool, request.params.data_source_id)) ?? refuse('not_found')
      if (source.integration_status === 'ARCHIVED') refuse('data_source_archived')
      await checkCredentials(app, source)
      app.changes.announce(lot_id)
      return one(lot_id, source.id)
    },
  })
}
