import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listInvoiceLines, listReservationInvoices } from '@openspot/contract/invoices.ts'
import { listInvoices, listLines } from './invoices.sql.ts'

export const invoiceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listReservationInvoices,
    handler: async ({ params }) => ({ items: await listInvoices(app.db, params.reservation_id) }),
  })
  app.route({
    ...listInvoiceLines,
    handler: async ({ params }) => ({ items: await listLines(app.db, params.invoice_id) }),
  })
}
