import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createAssignmentRoute,
  deleteAssignmentRoute,
  listAssignmentsRoute,
} from '@openspot/contract/lots/assignments.ts'
import {
  createSpotsRoute,
  importSpotsRoute,
  listDeletedSpotsRoute,
  listLotSpotsRoute,
  MAX_DELETED_SHOWN,
  previewSpotRemovalRoute,
  previewSpotsRoute,
  restoreSpotsRoute,
  updateSpotsRoute,
} from '@openspot/contract/lots/lot-spots.ts'
import { lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { createMany, previewMany } from './add-spots.ts'
import { assignSpot, unassignSpot } from './assign.ts'
import { listUpcoming } from './assignments.sql.ts'
import { changeMany } from './change-spots.ts'
import { importTable } from './import-spots.ts'
import { pageSpots } from './lot-spots.sql.ts'
import { spotRemoval } from './removal.ts'
import { listDeletedSpots } from './removed-parts.sql.ts'
import { restorableSince, undoDeletion } from './restore-spots.ts'
import { toSpot } from './spots.rules.ts'

/** Enough for a table of several thousand spots. */
const tableBytes = 2_000_000

export const lotSpotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listLotSpotsRoute,
    handler: async (request) => {
      const { limit = 20, ...query } = request.query
      const [after = 0] = decodeCursor(query.cursor, ['integer']) ?? []
      const rows = await pageSpots(app.db, lotOf(request), query, after, limit)
      const { items, next_cursor } = pageOf(rows, limit, ({ spot_no }) => [spot_no])
      return { items: items.map((row) => toSpot(row, true)), next_cursor }
    },
  })

  app.route({
    ...createSpotsRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return createMany(app, request, request)
    },
  })

  app.route({ ...previewSpotsRoute, handler: (request) => previewMany(app, request, request) })
  app.route({
    ...importSpotsRoute,
    bodyLimit: tableBytes,
    handler: (request) => importTable(app, request, request),
  })
  app.route({
    ...listDeletedSpotsRoute,
    handler: async (request) => {
      const deleted = await listDeletedSpots(app.db, lotOf(request), restorableSince(app.ports.now()))
      return { items: deleted.slice(0, MAX_DELETED_SHOWN), total: deleted.length }
    },
  })
  app.route({ ...restoreSpotsRoute, handler: (request) => undoDeletion(app, request, request) })
  app.route({ ...updateSpotsRoute, handler: (request) => changeMany(app, request, request) })

  app.route({
    ...previewSpotRemovalRoute,
    handler: (request) => spotRemoval(app, lotOf(request), request.params.spot_id),
  })

  app.route({
    ...listAssignmentsRoute,
    handler: async (request) => ({
      items: await listUpcoming(app.db, lotOf(request), request.params.spot_id),
    }),
  })

  app.route({
    ...createAssignmentRoute,
    handler: async (request, reply) => {
      reply.status(201)
      return assignSpot(app, request, request)
    },
  })

  app.route({ ...deleteAssignmentRoute, handler: (request) => unassignSpot(app, request, request) })
}
