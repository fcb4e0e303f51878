import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { exportLotRoute, importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { exportLot } from './export-lot.ts'
import { MAX_PICTURE_BYTES } from './export-places.ts'
import { importLot } from './import-lot.ts'

/** Enough for a lot of several thousand spots with their shapes, and for the pictures that an export may have, in Base64. */
const documentBytes = 10_000_000 + Math.ceil(MAX_PICTURE_BYTES / 3) * 4

export const lotExportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...exportLotRoute,
    handler: (request) => exportLot(app, request, request.query.people ?? false),
  })

  app.route({
    ...importLotRoute,
    bodyLimit: documentBytes,
    handler: async (request, reply) => {
      reply.status(201)
      return importLot(app, request, request)
    },
  })
}
