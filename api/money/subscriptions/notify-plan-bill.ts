import { declineMessage } from '../payments/decline.rules.ts'
import { notifyOwners, type OwnerNoticeDeps } from './notify-owners.ts'
import { lockPlanBillToNotify } from './plan-bills.sql.ts'

/** An event of a plan's bill that its owners must hear of. Each `about` of a kind is sent once. */
export interface PlanBillNotice {
  kind: 'PLAN_PAYMENT_FAILED' | 'PLAN_UNPAID' | 'PLAN_PAID' | 'PLAN_PAID_TWICE'
  invoice_id: string
  about: string
}

/**
 * Notifies all owners of a lot about a bill of its plan. Says nothing that is no longer true: a bill that was paid
 * meanwhile, or is being paid, did not fail.
 */
export async function notifyPlanBill(
  deps: OwnerNoticeDeps,
  { kind, invoice_id, about }: PlanBillNotice,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const bill = await lockPlanBillToNotify(tx, invoice_id)
    if (!bill) return
    const isPaid = kind === 'PLAN_PAID' || kind === 'PLAN_PAID_TWICE'
    if (!isPaid && bill.status !== 'FAILED') return
    // The other notice says that the time to pay is over.
    if (kind === 'PLAN_PAYMENT_FAILED' && bill.pay_until === null) return
    const { failure_code, pay_until, next_attempt_at } = bill
    await notifyOwners(
      tx,
      bill,
      {
        kind,
        about,
        month_cents: bill.amount_cents,
        ...(pay_until === null ? {} : { from: pay_until }),
        ...(next_attempt_at === null ? {} : { next: next_attempt_at }),
        ...(failure_code === null ? {} : { failure: declineMessage(failure_code) }),
        ...(kind === 'PLAN_PAID' ? { receipt: { invoice_id, user_id: bill.user_id } } : {}),
      },
      deps,
    )
  })
}
