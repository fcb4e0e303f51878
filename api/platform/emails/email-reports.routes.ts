import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listEmailReportsRoute, reportEmailRoute } from '@openspot/contract/platform/email-reports.ts'
import { refuse } from '../../errors.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { countLastDay, insertReport, listReports } from './email-reports.sql.ts'
import { readReportToken } from './report-token.ts'

export const emailReportRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...reportEmailRoute,
    handler: async ({ body }, reply) => {
      const email_id = readReportToken(app.secrets, body.token) ?? refuse('link_not_usable')
      const note = body.note?.trim() || null
      const subject = await insertReport(app.db, { id: app.ports.id(), email_id, note }, app.ports.now())
      reply.status(201)
      return { subject: subject ?? refuse('link_not_usable') }
    },
  })

  app.route({
    ...listEmailReportsRoute,
    handler: async ({ query: { cursor, limit = 20 } }) => {
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const rows = await listReports(app.db, after, limit)
      const page = pageOf(rows, limit, (row) => [row.created_at, row.id])
      return { ...page, last_day: await countLastDay(app.db, app.ports.now()) }
    },
  })
}
