import { eachByItself, refuseFailed } from '../../failures.ts'
import { applyDispute } from './disputes.ts'
import { type PaymentDeps, syncPayment } from './pay.ts'
import { findPayment, listProcessing } from './payments.sql.ts'
import { listUnsettledRefunds } from './refunds.sql.ts'
import { applyRefund } from './refunds.ts'

const DAY_SECONDS = 86_400

/**
 * Polls the provider for debits, refunds, and disputes, which banks take days to settle. Webhooks report them too, but
 * a webhook may never arrive. An occasional poll is enough, because no user is waiting for the result.
 */
export async function syncBankPayments(deps: PaymentDeps): Promise<void> {
  const of = (task: string) => ({ log: deps.log, task })
  const yesterday = new Date(deps.ports.now().getTime() - DAY_SECONDS * 1000)
  let failed = await eachByItself(
    of('sync_debit'),
    await listProcessing(deps.pool, yesterday),
    ({ id }) => id,
    async ({ id }) => {
      const payment = await findPayment(deps.pool, id)
      return payment && syncPayment(deps, payment)
    },
  )
  failed += await eachByItself(
    of('sync_refund'),
    await listUnsettledRefunds(deps.pool, yesterday),
    ({ id }) => id,
    async ({ id, stripe_refund_id }) =>
      applyRefund(deps, id, await deps.stripe.refunds.retrieve(stripe_refund_id)),
  )
  failed += await eachByItself(
    of('sync_dispute'),
    recentDisputes(deps),
    ({ id }) => id,
    (dispute) => applyDispute(deps, dispute),
  )
  refuseFailed(failed, 'sync_bank_payments')
}

/**
 * Disputes opened in the last 240 days: a cardholder has 120 days to open one, and a bank takes about as long to decide
 * it.
 */
const recentDisputes = ({ ports, stripe }: PaymentDeps) =>
  stripe.disputes.list({
    created: { gte: Math.floor(ports.now().getTime() / 1000) - 240 * DAY_SECONDS },
    limit: 100,
  })
