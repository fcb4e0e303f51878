import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getMyEarningsStatementRoute } from '@openspot/contract/money/earnings.ts'
import { callerOf } from '../../plugins/access.ts'
import { answerPdf } from '../documents/answer.ts'
import { makeStatement } from './statement.ts'

export const earningsStatementRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getMyEarningsStatementRoute,
    handler: async (request, reply) => {
      const { year } = request.params
      const bytes = await makeStatement(app.pool, callerOf(request).user_id, year)
      return answerPdf(reply, { file_name: `earnings-${year}.pdf`, bytes })
    },
  })
}
