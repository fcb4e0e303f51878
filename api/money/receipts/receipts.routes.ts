import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getReceiptRoute, sendReceiptRoute } from '@openspot/contract/money/invoices.ts'
import { count } from '../../plugins/limits.ts'
import { answerPdf } from '../documents/answer.ts'
import { makeReceipt } from './receipt.ts'
import { sendReceipts } from './send-receipts.ts'

/** Limits how often the receipts of a reservation can be sent, because staff must not flood the payer's mailbox. */
const sendLimit = { max: 3, minutes: 60 }

export const receiptRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getReceiptRoute,
    handler: async ({ params }, reply) => answerPdf(reply, await makeReceipt(app.pool, params.invoice_id)),
  })

  app.route({
    ...sendReceiptRoute,
    handler: async ({ params }) => {
      await count(app, `send-receipt ${params.reservation_id}`, sendLimit)
      return sendReceipts(app, params.reservation_id)
    },
  })
}
