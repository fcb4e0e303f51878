import { eachByItself, refuseFailed } from '../../failures.ts'
import { applyDispute } from './disputes.ts'
import { askPayment, type Till } from './pay.ts'
import { findPayment, listProcessing } from './payments.sql.ts'
import { listUnsettledRefunds } from './refunds.sql.ts'
import { applyRefund } from './refunds.ts'

const DAY_SECONDS = 86_400

/**
 * Polls the provider for debits, refunds, and disputes, which banks take days to settle. Webhooks report them too, but
 * a webhook may never arrive. An occasional poll is enough, because no user is waiting for the result.
 */
export async function askAfterBanks(till: Till): Promise<void> {
  const of = (task: string) => ({ log: till.log, task })
  const yesterday = new Date(till.ports.now().getTime() - DAY_SECONDS * 1000)
  let failed = await eachByItself(
    of('ask_after_debit'),
    await listProcessing(till, yesterday),
    ({ id }) => id,
    async ({ id }) => {
      const payment = await findPayment(till, id)
      return payment && askPayment(till, payment)
    },
  )
  failed += await eachByItself(
    of('ask_after_refund'),
    await listUnsettledRefunds(till.pool, yesterday),
    ({ id }) => id,
    async ({ id, stripe_refund_id }) =>
      applyRefund(till, id, await till.stripe.refunds.retrieve(stripe_refund_id)),
  )
  failed += await eachByItself(
    of('ask_after_dispute'),
    recentDisputes(till),
    ({ id }) => id,
    (dispute) => applyDispute(till, dispute),
  )
  refuseFailed(failed, 'ask_after_banks')
}

/**
 * Disputes opened in the last 240 days: a cardholder has 120 days to open one, and a bank takes about as long to decide
 * it.
 */
const recentDisputes = ({ ports, stripe }: Till) =>
  stripe.disputes.list({
    created: { gte: Math.floor(ports.now().getTime() / 1000) - 240 * DAY_SECONDS },
    limit: 100,
  })
