import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { MAX_FILE_CHARACTERS, readLotFileRoute } from '@openspot/contract/lots/lot-files.ts'
import { readLotFile } from './read-lot-file.ts'

export const lotFileRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...readLotFileRoute,
    // JSON escapes each quotation mark, and letters beyond ASCII take up to four bytes.
    bodyLimit: MAX_FILE_CHARACTERS * 3,
    handler: (request) => readLotFile(app, request, request.body),
  })
}
