import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import { ApiError, refuse } from '../../errors.ts'
import { declineMessage } from '../../money/payments/decline.rules.ts'
import { cancelPayment, pay } from '../../money/payments/pay.ts'
import { findPayment } from '../../money/payments/payments.sql.ts'
import { insertFinePayment } from './fine-changes.sql.ts'
import type { FineRow } from './fines.sql.ts'

const unsettledMessage: Message = (t) => t('apiErrors.fines.unsettled')
const unsettled = { message: unsettledMessage, retry_after_seconds: 3 }

/**
 * Pays a fine in the payer's session. A payment that someone began and left, for example on the page of their bank, is
 * canceled first. Returns the page of the bank, if it needs to verify the payer. Throws `fine_not_payable`.
 */
export async function payFine(
  app: FastifyInstance,
  fine: Pick<FineRow, 'id' | 'code'>,
  payer: {
    user_id: string
    session_id: string
    payment_method_id: string
    return_path: string | null
  },
): Promise<{ type: 'redirect'; url: string } | null> {
  const begin = () =>
    insertFinePayment(app.pool, app.ports.now(), {
      fine_id: fine.id,
      invoice_id: app.ports.id(),
      payment_id: app.ports.id(),
      payment_method_id: payer.payment_method_id,
      user_id: payer.user_id,
      session_id: payer.session_id,
    })
  let begun = await begin()
  if (begun.outcome === 'in_progress' && begun.payment_id !== null) {
    const left = await findPayment(app.pool, begun.payment_id)
    // A bank debit that is being processed can't be replaced by another payment.
    const state = left && left.status !== 'PROCESSING' ? await cancelPayment(app, left) : null
    if (state?.state === 'paid') return null
    if (state?.state === 'unsettled') refuse(state.code, unsettled)
    begun = await begin()
  }
  const payment =
    begun.outcome === 'made' && begun.payment_id !== null
      ? await findPayment(app.pool, begun.payment_id)
      : undefined
  if (!payment) return refuse('fine_not_payable')
  const back = new URL(payer.return_path ?? `/f/${fine.code}`, app.settings.public_url)
  const state = await pay(app, payment, back.toString())
  if (state.state === 'declined')
    throw new ApiError('card_declined', {
      message: declineMessage(state.code),
      details: { code: state.code },
    })
  if (state.state === 'unsettled') refuse(state.code, unsettled)
  // Someone began to pay it elsewhere at the same moment, so this payment was canceled.
  if (state.state === 'canceled')
    refuse('payment_unsettled', { ...unsettled, message: (t) => t('apiErrors.fines.paidElsewhere') })
  return state.state === 'action_needed' ? { type: 'redirect', url: state.url } : null
}
