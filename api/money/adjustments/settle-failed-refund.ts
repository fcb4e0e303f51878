import type { Refund } from '@openspot/contract/money/adjustments.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { recordPaidBack, sendRefundAgain } from './adjust.sql.ts'
import { lookerOf } from './adjust.ts'
import { getRefund } from './adjustments.sql.ts'

/** Sends a failed refund once more. Returns the new one. */
export async function sendAgain(
  app: FastifyInstance,
  request: FastifyRequest,
  refund_id: string,
): Promise<Refund> {
  const new_id = app.ports.id()
  const of = { refund_id, new_id, user_id: callerOf(request).user_id }
  await settle(app, request, refund_id, async (tx) => {
    if ((await sendRefundAgain(tx, app.ports.now(), of)) !== 'sent') refuse('refund_not_waiting')
    return { action: 'refund.send_again', details: { refund_id: new_id } }
  })
  return getRefund(app.pool, new_id, lookerOf(request))
}

/** Records that the lot paid a failed refund back itself, and how. */
export async function markPaidBack(
  app: FastifyInstance,
  request: FastifyRequest,
  { refund_id, note }: { refund_id: string; note: string },
): Promise<Refund> {
  const of = { refund_id, user_id: callerOf(request).user_id, note }
  await settle(app, request, refund_id, async (tx) => {
    if ((await recordPaidBack(tx, app.ports.now(), of)) !== 'paid_back') refuse('refund_not_waiting')
    return { action: 'refund.paid_back', details: { note } }
  })
  return getRefund(app.pool, refund_id, lookerOf(request))
}

/** Runs a step on a refund with its audit entry in one transaction, and announces it. */
async function settle(
  app: FastifyInstance,
  request: FastifyRequest,
  subject_id: string,
  step: (
    tx: Tx,
  ) => Promise<{ action: 'refund.send_again' | 'refund.paid_back'; details: Record<string, string> }>,
): Promise<void> {
  await app.db
    .transaction()
    .execute(async (tx) =>
      writeAudit(tx, request, { subject_kind: 'refund', subject_id, ...(await step(tx)) }),
    )
  if (request.lot_id) app.changes.announce(request.lot_id)
}
