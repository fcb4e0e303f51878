import { eachByItself, refuseFailed } from '../../failures.ts'
import { notifyPayee } from '../accounts/notify-payee.ts'
import { failureMessage } from './failure.rules.ts'
import { beginPayout, findPayoutAttempt, listPayable, queueUnfinished } from './send-payout.sql.ts'
import type { PayoutDeps } from './send-payout.ts'

/**
 * Begins every payout whose scheduled day has come in its lot's time zone, and queues those that an earlier run could
 * not finish. Repeated or concurrent runs pay each payee once per scheduled day. Sending is a separate job. Returns the
 * number of payouts begun.
 */
export async function payOut(deps: PayoutDeps): Promise<number> {
  const now = deps.ports.now()
  await queueUnfinished(deps.pool, now)
  let begun = 0
  // One payee's failure does not stop the others. The job fails at the end, so that it is retried.
  const failed = await eachByItself(
    { log: deps.log, task: 'begin_payout' },
    await listPayable(deps.pool, now),
    ({ account_id, lot_id }) => `${account_id} ${lot_id}`,
    async (of) => {
      if ((await beginPayout(deps.pool, now, of)) !== null) begun++
    },
  )
  refuseFailed(failed, 'pay_out')
  return begun
}

/** Notifies the payee that their bank did not accept a payout. */
export async function notifyPayoutFailed(
  deps: PayoutDeps,
  payout_id: string,
  attempt: number,
): Promise<void> {
  const payout = await findPayoutAttempt(deps.db, payout_id, attempt)
  if (!payout) return
  const notice = {
    kind: 'PAYOUT_FAILED' as const,
    about: `${payout_id}:${attempt}`,
    amount: { cents: payout.amount_cents, currency: payout.currency },
    reason: failureMessage('FAILED', payout.failure_code ?? '').message,
  }
  await deps.db.transaction().execute((tx) => notifyPayee(tx, payout, notice, deps))
}

/** Notifies a host that their bank got a payout. */
export async function notifyHostPaid(deps: PayoutDeps, payout_id: string, attempt: number): Promise<void> {
  const payout = await findPayoutAttempt(deps.db, payout_id, attempt)
  if (!payout) return
  const notice = {
    kind: 'HOST_PAID' as const,
    about: `${payout_id}:${attempt}`,
    amount: { cents: payout.amount_cents, currency: payout.currency },
  }
  await deps.db.transaction().execute((tx) => notifyPayee(tx, payout, notice, deps))
}
