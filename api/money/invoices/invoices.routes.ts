import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listInvoiceLinesRoute, listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { refuse } from '../../errors.ts'
import { findInvoice, listInvoices, listLines } from './invoices.sql.ts'

export const invoiceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listReservationInvoicesRoute,
    handler: async ({ params, granted }) => ({
      items: await listInvoices(
        app.db,
        params.reservation_id,
        granted === 'resource_owner' ? 'payer' : 'staff',
      ),
    }),
  })
  app.route({
    ...listInvoiceLinesRoute,
    handler: async ({ params, granted }) => {
      if (granted === 'resource_owner' && (await findInvoice(app.db, params.invoice_id)) === null)
        refuse('not_found')
      return { items: await listLines(app.db, params.invoice_id) }
    },
  })
}
