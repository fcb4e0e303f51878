import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getLinkedPassRoute,
  type LinkedPass,
  listOpenPassesRoute,
} from '@openspot/contract/booking/linked-passes.ts'
import { refuse } from '../../errors.ts'
import { listInvoices, listLinesOf } from '../../money/invoices/invoices.sql.ts'
import { findLinkedReservation } from '../../plugins/link-session.sql.ts'
import { linkHashesOf } from '../../plugins/link-session.ts'
import { readerOf } from '../../plugins/locale.ts'
import { getReservationWithParts } from '../reservations/reservations.sql.ts'
import { hintOf } from './email-hint.rules.ts'
import { findGuestAddress, type GuestAddress, listOpenPasses } from './linked-passes.sql.ts'

/** Returns how a guest confirms that a reservation is theirs. */
const confirmBy = ({
  has_account,
  email,
}: Pick<GuestAddress, 'has_account' | 'email'>): LinkedPass['confirm'] => ({
  by: has_account ? 'SIGN_IN' : email === null ? 'PHONE' : 'EMAIL',
  email_hint: has_account || email === null ? null : hintOf(email),
})

export const linkedPassRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLinkedPassRoute,
    handler: async (request): Promise<LinkedPass> => {
      const { reservation_id } = request.params
      const now = app.ports.now()
      const view = { money: false, driver: false, reader: readerOf(request) }
      const [reservation, invoices, address] = await Promise.all([
        getReservationWithParts(app.db, reservation_id, view, now),
        listInvoices(app.db, reservation_id, 'payer'),
        findGuestAddress(app.pool, reservation_id),
      ])
      if (!address) return refuse('not_found')
      const { continues, continued_by } = reservation
      // A link that was sent for the rest doesn't show what came before it.
      const seesFirst =
        continues !== null &&
        (request.linked === null ||
          (await findLinkedReservation(app.pool, linkHashesOf(request, app), continues.id, now)) !== null)
      const lines = await listLinesOf(
        app.db,
        invoices.map(({ id }) => id),
      )
      const { id, lot_id, spot_id, status, is_ended, starts_at, ends_at, hold_expires_at } = reservation
      const { merged_into_id, lot, spot, car } = reservation
      return {
        id,
        lot_id,
        spot_id,
        status,
        is_ended,
        starts_at,
        ends_at,
        hold_expires_at,
        merged_into_id,
        lot,
        spot,
        car,
        continues: seesFirst ? continues : null,
        continued_by,
        payments: invoices.map((invoice) => ({
          number: invoice.number,
          status: invoice.status,
          currency: invoice.currency,
          total_cents: invoice.total_cents,
          paid_cents: invoice.paid_cents,
          refunded_cents: invoice.refunded_cents,
          refund_pending_cents: invoice.refund_pending_cents,
          lines: lines.get(invoice.id) ?? [],
        })),
        confirm: confirmBy(address),
      }
    },
  })

  app.route({
    ...listOpenPassesRoute,
    handler: async (request) => {
      const hashes = linkHashesOf(request, app)
      const rows = await listOpenPasses(app.pool, hashes, readerOf(request), app.ports.now())
      return {
        items: rows.map(({ has_account, email, ...pass }) => ({
          ...pass,
          confirm: confirmBy({ has_account, email }),
        })),
      }
    },
  })
}
