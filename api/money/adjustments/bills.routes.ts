import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { approveBill, contestBill, withdrawBill } from '@openspot/contract/money/bills.ts'
import type { FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { findInvoice } from '../invoices/invoices.sql.ts'
import { lookerOf } from './adjust.ts'
import { getAdminInvoice } from './adjustments.sql.ts'
import { notifyContested } from './notify-contested.sql.ts'

/** The routes for existing bills: drivers contest them, staff approve or withdraw them. `payInvoice` pays them. */
export const billRoutes: FastifyPluginAsyncTypebox = async (app) => {
  /** Runs one step of a bill with its audit entry in one transaction and returns the bill. */
  const step = async (
    request: FastifyRequest<{ Params: { invoice_id: string } }>,
    action: 'bill.approve' | 'bill.withdraw',
    statement: string,
    values: unknown[],
  ) => {
    const { invoice_id } = request.params
    await app.db.transaction().execute(async (tx) => {
      const { rows } = await tx.executeQuery<{ outcome: string }>(CompiledQuery.raw(statement, values))
      const outcome = rows[0]?.outcome
      if (outcome === 'same_person') refuse('approval_by_another')
      if (outcome !== 'approved' && outcome !== 'withdrawn') refuse('bill_not_open')
      await writeAudit(tx, request, { action, subject_kind: 'invoice', subject_id: invoice_id })
    })
    if (request.lot_id) app.changes.announce(request.lot_id)
    return getAdminInvoice(app.pool, invoice_id, lookerOf(request))
  }

  app.route({
    ...approveBill,
    handler: (request) =>
      step(request, 'bill.approve', 'select outcome from approve_bill($1, $2, $3)', [
        app.ports.now().toISOString(),
        request.params.invoice_id,
        callerOf(request).user_id,
      ]),
  })

  app.route({
    ...withdrawBill,
    handler: (request) =>
      step(request, 'bill.withdraw', 'select outcome from withdraw_bill($1, $2)', [
        app.ports.now().toISOString(),
        request.params.invoice_id,
      ]),
  })

  app.route({
    ...contestBill,
    handler: async (request) => {
      const { invoice_id } = request.params
      await app.db.transaction().execute(async (tx) => {
        const { rows } = await tx.executeQuery<{ outcome: string }>(
          CompiledQuery.raw('select outcome from contest_bill($1, $2, $3, $4)', [
            app.ports.now().toISOString(),
            invoice_id,
            request.body.reason,
            callerOf(request).user_id,
          ]),
        )
        if (rows[0]?.outcome !== 'contested') refuse('bill_not_open')
        await notifyContested(tx, app.ports.now(), invoice_id)
      })
      if (request.lot_id) app.changes.announce(request.lot_id)
      return (await findInvoice(app.db, invoice_id)) ?? refuse('not_found')
    },
  })
}
