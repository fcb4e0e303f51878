import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getOutboxCalendarFileRoute,
  getOutboxEmailRoute,
  getOutboxReceiptRoute,
  listOutboxRoute,
  listOutboxTextsRoute,
} from '@openspot/contract/platform/outbox.ts'
import type pg from 'pg'
import { answerCalendar } from '../../booking/calendar/answer.ts'
import { calendarFileName, makeCalendarFile } from '../../booking/calendar/calendar-file.ts'
import { refuse } from '../../errors.ts'
import { answerPdf } from '../../money/documents/answer.ts'
import { makeReceipt } from '../../money/receipts/receipt.ts'
import { nameReceipts } from '../../money/receipts/receipts.sql.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { findEmail, hasReceipt, listEmails, listTexts } from './outbox.sql.ts'

/**
 * The mailbox of the local environment. It must not be registered anywhere else, because emails contain sign-in links.
 */
export const outboxRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listOutboxRoute,
    handler: async ({ query }) => {
      const { to_address, cursor, limit = 20 } = query
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const rows = await listEmails(app.db, { to_address }, after, limit)
      const page = pageOf(rows, limit, (row) => [row.created_at, row.id])
      return { ...page, items: await withAttachments(app.pool, page.items) }
    },
  })

  app.route({
    ...listOutboxTextsRoute,
    handler: async ({ query }) => {
      const { to_phone, cursor, limit = 20 } = query
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const rows = await listTexts(app.db, { to_phone }, after, limit)
      return pageOf(rows, limit, (row) => [row.created_at, row.id])
    },
  })

  app.route({
    ...getOutboxEmailRoute,
    handler: async ({ params }) => {
      const row = await findEmail(app.db, params.email_id)
      const [email] = await withAttachments(app.pool, row ? [row] : [])
      return email ?? refuse('not_found')
    },
  })

  app.route({
    ...getOutboxReceiptRoute,
    handler: async ({ params }, reply) => {
      if (!(await hasReceipt(app.db, params.email_id, params.invoice_id))) refuse('not_found')
      return answerPdf(reply, await makeReceipt(app.pool, params.invoice_id))
    },
  })

  app.route({
    ...getOutboxCalendarFileRoute,
    handler: async ({ params }, reply) => {
      const reservation_id = (await findEmail(app.db, params.email_id))?.calendar_reservation_id
      const file = reservation_id ? await makeCalendarFile(app, reservation_id, app.ports.now()) : null
      return answerCalendar(reply, file ?? refuse('not_found'))
    },
  })
}

async function withAttachments<
  E extends { receipt_invoice_ids: string[]; calendar_reservation_id: string | null },
>(pool: pg.Pool, emails: readonly E[]) {
  const names = await nameReceipts(
    pool,
    emails.flatMap((email) => email.receipt_invoice_ids),
  )
  return emails.map(({ receipt_invoice_ids, calendar_reservation_id, ...email }) => ({
    ...email,
    attachments: [
      ...receipt_invoice_ids.map((invoice_id) => ({ invoice_id, file_name: names.get(invoice_id) ?? '' })),
      ...(calendar_reservation_id === null
        ? []
        : [{ invoice_id: null, file_name: calendarFileName(calendar_reservation_id) }]),
    ],
  }))
}
