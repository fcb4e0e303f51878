import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { recordRefundPaidBackRoute, sendRefundAgainRoute } from '@openspot/contract/money/adjustments.ts'
import { markPaidBack, sendAgain } from './settle-failed-refund.ts'

/** What staff do about a refund that the payer's bank didn't take (docs/decisions/0061-failed-refunds.md). */
export const failedRefundRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...sendRefundAgainRoute,
    handler: (request) => sendAgain(app, request, request.params.refund_id),
  })

  app.route({
    ...recordRefundPaidBackRoute,
    handler: (request) =>
      markPaidBack(app, request, { refund_id: request.params.refund_id, note: request.body.note }),
  })
}
