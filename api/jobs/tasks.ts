import type { TaskList } from 'graphile-worker'
import { type AlertJob, sendAlert } from '../alerts/send-alert.ts'
import type { Foundation } from '../app.ts'
import { isTooLate, type QueuedLink, sendAskedLink } from '../auth/ask-links.ts'
import { layOutCalendars } from '../availability/lay-out-calendars.ts'
import { bill } from '../billing/bill.ts'
import { forgetCustomers } from '../my-data/forget-customers.ts'
import { type Notice, tell } from '../notifications/tell.ts'
import { askAfterBanks } from '../payments/ask-after.ts'
import { sendRefund } from '../payments/refunds.ts'
import { payOut, tellPayoutFailed } from '../payouts/pay-out.ts'
import { sendPayout } from '../payouts/send-payout.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { turnAssignments } from '../spots/turn-assignments.ts'
import { applyChanges, billPlans } from '../subscriptions/bill-plans.ts'
import { offerSpots } from '../waitlist/offer-spots.ts'
import { replayEvents } from '../webhooks/replay-events.ts'
import { emailDelivery } from './deliver-email.ts'
import { readStripeEvent } from './read-stripe-event.ts'
import { sweep } from './sweep.ts'
import { tillOf } from './till.ts'
import { notifyUnusualHolds } from './watch-holds.ts'

/** Every kind of job by its queued name. Each must be safe to run more than once. */
export function tasks(foundation: Foundation): TaskList {
  const till = tillOf(foundation)
  const deliver = emailDelivery(foundation)
  return {
    tell: (payload) => tell(till, payload as Notice),
    offer_spots: async (payload) => void (await offerSpots(till, (payload as { lot_id: string }).lot_id)),
    send_link: async (payload, { job }) => {
      const asked = payload as QueuedLink
      if (isTooLate(till, asked)) foundation.log.error({ task: 'send_link', id: job.id }, 'link expired')
      else await sendAskedLink(till, asked)
    },
    deliver_email: (payload, { job }) => deliver((payload as { email_id: string }).email_id, job.id),
    send_alert: (payload) => sendAlert(foundation, payload as AlertJob),
    send_refund: (payload) => sendRefund(till, (payload as { refund_id: string }).refund_id),
    read_stripe_event: (payload) => readStripeEvent(till, (payload as { event_id: string }).event_id),
    send_payout: (payload) => sendPayout(till, (payload as { payout_id: string }).payout_id),
    tell_payout_failed: (payload) => {
      const { payout_id, attempt } = payload as { payout_id: string; attempt: number }
      return tellPayoutFailed(till, payout_id, attempt)
    },
    pay_out: async () => void (await payOut(till)),
    sweep: () => sweep(till, foundation.settings),
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
