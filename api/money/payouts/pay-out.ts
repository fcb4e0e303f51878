import { formatMoney } from '@openspot/core/money/money.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import { tellPayee } from '../accounts/tell-payee.ts'
import { sayFailure } from './failure.rules.ts'
import { beginPayout, findFailedPayout, listPayable, queueUnfinished } from './send-payout.sql.ts'
import type { PayoutTill } from './send-payout.ts'

/**
 * Begins every payout whose scheduled day has come in its lot's time zone, and queues those that an earlier run could
 * not finish. Repeated or concurrent runs pay each payee once per scheduled day. Sending is a separate job. Returns the
 * number of payouts begun.
 */
export async function payOut(till: PayoutTill): Promise<number> {
  const now = till.ports.now()
  await queueUnfinished(till.pool, now)
  let begun = 0
  // One payee's failure does not stop the others. The job fails at the end, so that it is retried.
  const failed = await eachByItself(
    { log: till.log, task: 'begin_payout' },
    await listPayable(till.pool, now),
    ({ account_id, lot_id }) => `${account_id} ${lot_id}`,
    async (of) => {
      if ((await beginPayout(till.pool, now, of)) !== null) begun++
    },
  )
  refuseFailed(failed, 'pay_out')
  return begun
}

/** Notifies the payee that their bank did not accept a payout. */
export async function tellPayoutFailed(till: PayoutTill, payout_id: string, attempt: number): Promise<void> {
  const payout = await findFailedPayout(till.db, payout_id, attempt)
  if (!payout) return
  const notice = {
    kind: 'PAYOUT_FAILED' as const,
    about: `${payout_id}:${attempt}`,
    amount: formatMoney(payout.amount_cents, payout.currency, 'en'),
    reason: sayFailure('FAILED', payout.failure_code ?? '').message,
  }
  await till.db.transaction().execute((tx) => tellPayee(tx, payout, notice, till))
}
