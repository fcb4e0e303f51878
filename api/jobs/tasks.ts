import type { TaskList } from 'graphile-worker'
import type { Foundation } from '../app.ts'
import { layOutCalendars } from '../booking/availability/lay-out-calendars.ts'
import { offerSpots } from '../booking/waitlist/offer-spots.ts'
import { isTooLate, type QueuedLink, sendAskedLink } from '../identity/auth/ask-links.ts'
import { forgetCustomers } from '../identity/my-data/forget-customers.ts'
import { turnAssignments } from '../lots/spots/turn-assignments.ts'
import { bill } from '../money/billing/bill.ts'
import { askAfterBanks } from '../money/payments/ask-after.ts'
import { sendRefund } from '../money/payments/refunds.ts'
import { payOut, tellPayoutFailed } from '../money/payouts/pay-out.ts'
import { sendPayout } from '../money/payouts/send-payout.ts'
import { reconcile } from '../money/reconciliation/reconcile.ts'
import { applyChanges, billPlans } from '../money/subscriptions/bill-plans.ts'
import { replayEvents } from '../money/webhooks/replay-events.ts'
import { type AlertJob, sendAlert } from '../platform/alerts/send-alert.ts'
import { type Notice, tell } from '../platform/notifications/tell.ts'
import { emailDelivery } from './deliver-email.ts'
import { readStripeEvent } from './read-stripe-event.ts'
import { sweep } from './sweep.ts'
import { tillOf } from './till.ts'
import { notifyUnusualHolds } from './watch-holds.sql.ts'

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
