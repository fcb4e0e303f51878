import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { approveBillRoute, contestBillRoute, withdrawBillRoute } from '@openspot/contract/money/bills.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { findInvoice } from '../invoices/invoices.sql.ts'
import { lookerOf } from './adjust.ts'
import { getAdminInvoice } from './adjustments.sql.ts'
import { approveBill, contestBill, withdrawBill } from './bills.sql.ts'
import { notifyContested } from './notify-contested.ts'

/** The routes for existing bills: drivers contest them, staff approve or withdraw them. `payInvoice` pays them. */
export const billRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const announcesLot = (request: FastifyRequest) => (request.lot_id === null ? [] : [request.lot_id])

  /** Runs one step of a bill, which locks it, and returns the bill. */
  const step = (
    request: FastifyRequest<{ Params: { invoice_id: string } }>,
    action: 'bill.approve' | 'bill.withdraw',
    run: (tx: Tx) => Promise<string | undefined>,
  ) => {
    const { invoice_id } = request.params
    return makeChange(app, request, {
      lock: nothingToLock,
      write: async (tx) => {
        const outcome = await run(tx)
        if (outcome === 'same_person') refuse('approval_by_another')
        if (outcome !== 'approved' && outcome !== 'withdrawn') refuse('bill_not_open')
      },
      audit: () => ({ action, subject_kind: 'invoice', subject_id: invoice_id }),
      announces: announcesLot(request),
      view: () => getAdminInvoice(app.pool, invoice_id, lookerOf(request)),
    })
  }

  app.route({
    ...approveBillRoute,
    handler: (request) =>
      step(request, 'bill.approve', (tx) =>
        approveBill(tx, app.ports.now(), request.params.invoice_id, callerOf(request).user_id),
      ),
  })

  app.route({
    ...withdrawBillRoute,
    handler: (request) =>
      step(request, 'bill.withdraw', (tx) => withdrawBill(tx, app.ports.now(), request.params.invoice_id)),
  })

  app.route({
    ...contestBillRoute,
    handler: async (request) => {
      const { invoice_id } = request.params
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const outcome = await contestBill(tx, app.ports.now(), invoice_id, {
            reason: request.body.reason,
            user_id: callerOf(request).user_id,
          })
          if (outcome !== 'contested') refuse('bill_not_open')
          await notifyContested(app, tx, invoice_id)
        },
        audit: () => null,
        announces: announcesLot(request),
        view: async () => (await findInvoice(app.db, invoice_id)) ?? refuse('not_found'),
      })
    },
  })
}
