import type { Settings } from '@openspot/core/settings.ts'
import { Logger, parseCronItems, type Runner, run, runOnce, type TaskList } from 'graphile-worker'
import type { Foundation } from '../app.ts'
import { type AskedLink, sendAskedLink } from '../auth/ask-links.ts'
import { layOutCalendars } from '../availability/lay-out-calendars.ts'
import { bill } from '../billing/bill.ts'
import { forgetCustomers } from '../my-data/forget-customers.ts'
import { type Notice, tell, tellWhatIsDue } from '../notifications/tell.ts'
import { askAfterBanks } from '../payments/ask-after.ts'
import type { Till } from '../payments/pay.ts'
import { sendDueRefunds, sendRefund } from '../payments/refunds.ts'
import { payOut, tellPayoutFailed } from '../payouts/pay-out.ts'
import { sendPayout } from '../payouts/send-payout.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { turnAssignments } from '../spots/turn-assignments.ts'
import { applyChanges, billPlans } from '../subscriptions/bill-plans.ts'
import { offerSpots } from '../waitlist/offer-spots.ts'
import { replayEvents } from '../webhooks/replay-events.ts'
import { emailDelivery } from './deliver-email.ts'
import { readStripeEvent } from './read-stripe-event.ts'
import { askAfterPayments, releaseHolds } from './release-holds.ts'
import { sweep } from './sweep.ts'
import { notifyUnusualHolds } from './watch-holds.ts'

/** What the worker stands on: the foundation as the tasks take it. */
export function tillOf(foundation: Foundation): Till & { settings: Settings } {
  const { database, ports, stripe, changes, settings } = foundation
  return { db: database.db, pool: database.pool, ports, stripe, changes, settings }
}

/** Every kind of job, by the name under which it is queued. Each may run more than once with the same end. */
export function tasks(foundation: Foundation): TaskList {
  const till = tillOf(foundation)
  const deliver = emailDelivery(foundation.settings)
  return {
    tell: (payload) => tell(till, payload as Notice),
    offer_spots: async (payload) => void (await offerSpots(till, (payload as { lot_id: string }).lot_id)),
    send_link: (payload) => sendAskedLink(till, payload as AskedLink),
    deliver_email: (payload) => deliver(till, (payload as { email_id: string }).email_id),
    send_refund: (payload) => sendRefund(till, (payload as { refund_id: string }).refund_id),
    read_stripe_event: (payload) => readStripeEvent(till, (payload as { event_id: string }).event_id),
    send_payout: (payload) => sendPayout(till, (payload as { payout_id: string }).payout_id),
    tell_payout_failed: (payload) => {
      const { payout_id, attempt } = payload as { payout_id: string; attempt: number }
      return tellPayoutFailed(till, payout_id, attempt)
    },
    pay_out: async () => void (await payOut(till)),
    sweep: () => sweep(till),
    watch_holds: () => notifyUnusualHolds(till),
    forget_customers: () => forgetCustomers(till),
    lay_out_calendars: () => layOutCalendars(foundation),
    turn_assignments: () => turnAssignments(foundation),
    bill: () => bill(till),
    bill_plans: () => billPlans(till),
    apply_changes: () => applyChanges(till),
    reconcile: (payload) => reconcile(till, (payload as { run_id?: string }).run_id ?? null),
    ask_after_banks: () => askAfterBanks(till),
    replay_events: async () => void (await replayEvents(till)),
  }
}

/** How often the spots of unpaid holds are let go. The queue's own clock ticks in minutes: that is too long to wait. */
const lookAfterHoldsMs = 5_000

/** Works on jobs until it is stopped. `onEnd` is called if it stops by itself. */
export async function startWorker(
  foundation: Foundation,
  onEnd: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const till = tillOf(foundation)
  const runner: Runner = await run({
    connectionString: foundation.database.url,
    maxPoolSize: 4,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: quiet,
    taskList: tasks(foundation),
    parsedCronItems: parseCronItems([
      // Each lot's night comes at another hour.
      { task: 'pay_out', match: '40 * * * *', identifier: 'pay_out' },
      { task: 'sweep', match: '17 * * * *', identifier: 'sweep' },
      { task: 'watch_holds', match: '*/5 * * * *', identifier: 'watch_holds' },
      { task: 'forget_customers', match: '23 * * * *', identifier: 'forget_customers' },
      { task: 'ask_after_banks', match: '41 */6 * * *', identifier: 'ask_after_banks' },
      // Each lot's day begins at another hour, some at the half.
      { task: 'turn_assignments', match: '*/15 * * * *', identifier: 'turn_assignments' },
      { task: 'bill', match: '*/10 * * * *', identifier: 'bill' },
      { task: 'bill_plans', match: '*/10 * * * *', identifier: 'bill_plans' },
      { task: 'apply_changes', match: '*/10 * * * *', identifier: 'apply_changes' },
      {
        task: 'reconcile',
        match: '30 3 * * *',
        identifier: 'reconcile',
        options: { queueName: 'reconcile' },
      },
      // Soon after a day of UTC begins: calendars are laid out by its days.
      { task: 'lay_out_calendars', match: '5 0 * * *', identifier: 'lay_out_calendars' },
    ]),
  })
  let isStopping = false
  runner.promise.then(
    () => isStopping || onEnd(new Error('The job worker stopped by itself.')),
    (error) => isStopping || onEnd(error),
  )
  const holds = everySoOften(lookAfterHoldsMs, async () => {
    await releaseHolds(till)
    await askAfterPayments(till)
    await sendDueRefunds(till)
    await tellWhatIsDue(till)
  })
  return async () => {
    isStopping = true
    await holds.stop()
    await runner.stop()
  }
}

/** Works on all jobs that are due now, and answers when there are none left: for tests and for commands. */
export async function workOff(foundation: Foundation): Promise<void> {
  await runOnce({
    pgPool: foundation.database.pool,
    taskList: tasks(foundation),
    logger: quiet,
    noHandleSignals: true,
  })
}

const quiet = new Logger(() => () => {})

function everySoOften(milliseconds: number, work: () => Promise<void>): { stop(): Promise<void> } {
  let busy: Promise<void> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    // A failure here is the database's or the provider's silence: the next round asks again.
    busy = work()
      .catch(() => {})
      .finally(() => {
        isBusy = false
      })
  }, milliseconds)
  return {
    stop: () => {
      clearInterval(timer)
      return busy
    },
  }
}
