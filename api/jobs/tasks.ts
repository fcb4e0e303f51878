import type { JobTask } from '@openspot/core/job-tasks.ts'
import type { Task, TaskList } from 'graphile-worker'
import { materializeCalendars } from '../booking/availability/materialize-calendars.ts'
import { applyDueGuidance } from '../booking/price-guidance/apply-due.ts'
import { offerSpots } from '../booking/waitlist/offer-spots.ts'
import { watchPassCertificates } from '../booking/wallet-passes/watch-certificates.ts'
import type { Deps } from '../deps.ts'
import { isTooLate, type QueuedLink, sendRequestedLink } from '../identity/auth/request-link.ts'
import { forgetCustomers } from '../identity/my-data/forget-customers.ts'
import { activateAssignments } from '../lots/spots/activate-assignments.ts'
import { notifyFailedRefund } from '../money/adjustments/notify-failed-refund.ts'
import { notifySecondPayment } from '../money/adjustments/notify-second-payment.ts'
import { bill } from '../money/billing/bill.ts'
import { remindOfDisputes } from '../money/disputes/notify-dispute.ts'
import { submitEvidence } from '../money/disputes/submit-evidence.ts'
import { sendRefund } from '../money/payments/refunds.ts'
import { syncBankPayments } from '../money/payments/sync-bank-payments.ts'
import { notifyHostPaid, notifyPayoutFailed, payOut } from '../money/payouts/pay-out.ts'
import { sendPayout } from '../money/payouts/send-payout.ts'
import { reconcile } from '../money/reconciliation/reconcile.ts'
import { applyChanges, billPlans } from '../money/subscriptions/bill-plans.ts'
import { notifyPlanBill, type PlanBillNotice } from '../money/subscriptions/notify-plan-bill.ts'
import { replayEvents } from '../money/webhooks/replay-events.ts'
import { readCameraEvent } from '../operations/cameras/read-event.ts'
import { type FineNotice, notifyFine } from '../operations/fines/notify-fine.ts'
import { remindOfFines } from '../operations/fines/remind-of-fines.ts'
import type { InviteJob } from '../people/invites/invite-jobs.sql.ts'
import type { ReadProperty } from '../people/resident-imports/imports.sql.ts'
import { importResidents } from '../people/resident-imports/run-import.ts'
import { syncDueSources } from '../people/resident-imports/sync-due.ts'
import { settleDueResidents } from '../people/residents/settle-due.ts'
import { type AlertJob, sendAlert } from '../platform/alerts/send-alert.ts'
import { forwardEvents } from '../platform/analytics/forward-events.ts'
import { type Notice, sendNotice } from '../platform/notifications/notify.ts'
import { type HostNotice, notifyHost } from '../platform/notifications/notify-host.ts'
import { deliverPush } from '../platform/push/deliver-push.ts'
import { resealAll } from '../platform/sealed/reseal.ts'
import { deliverText } from '../platform/texts/deliver-text.ts'
import { emailDelivery } from './deliver-email.ts'
import { paymentDepsOf } from './payment-deps.ts'
import { purgeExpired } from './purge-expired.ts'
import { readStripeEvent } from './read-stripe-event.ts'
import { inviteSending } from './send-invites.ts'
import { notifyUnusualHolds } from './watch-holds.ts'

/** Every kind of job by its queued name. Each must be safe to run more than once. */
export function tasks(appDeps: Deps): TaskList {
  const deps = paymentDepsOf(appDeps)
  const deliver = emailDelivery(appDeps)
  const sendInvites = inviteSending(appDeps)
  const { messaging, secrets, vendors, traffic } = appDeps
  const residentDeps = { ...deps, messaging, secrets, vendors, traffic }
  const all: Record<JobTask, Task> = {
    notify: (payload) => sendNotice(deps, payload as Notice),
    notify_host: (payload) => notifyHost(deps, payload as HostNotice),
    notify_host_paid: (payload) => {
      const { payout_id, attempt } = payload as { payout_id: string; attempt: number }
      return notifyHostPaid(deps, payout_id, attempt)
    },
    offer_spots: async (payload) => void (await offerSpots(deps, (payload as { lot_id: string }).lot_id)),
    send_link: async (payload, { job }) => {
      const asked = payload as QueuedLink
      if (isTooLate(deps, asked)) deps.log.error({ task: 'send_link', id: job.id }, 'link expired')
      else await sendRequestedLink(deps, asked)
    },
    deliver_email: (payload, { job }) => deliver((payload as { email_id: string }).email_id, job.id),
    send_invites: (payload, { job }) => sendInvites(payload as InviteJob, job),
    deliver_push: (payload) => deliverPush(appDeps, (payload as { push_id: string }).push_id),
    deliver_text: (payload) => deliverText(appDeps, (payload as { text_id: string }).text_id),
    send_alert: (payload) => sendAlert(appDeps, payload as AlertJob),
    send_refund: (payload) => sendRefund(deps, (payload as { refund_id: string }).refund_id),
    read_stripe_event: (payload) => readStripeEvent(deps, (payload as { event_id: string }).event_id),
    read_camera_event: (payload) => {
      const { event_id, is_replay = false } = payload as { event_id: string; is_replay?: boolean }
      return readCameraEvent(appDeps, event_id, is_replay)
    },
    send_payout: (payload) => sendPayout(deps, (payload as { payout_id: string }).payout_id),
    notify_payout_failed: (payload) => {
      const { payout_id, attempt } = payload as { payout_id: string; attempt: number }
      return notifyPayoutFailed(deps, payout_id, attempt)
    },
    pay_out: async () => void (await payOut(deps)),
    notify_refund_failed: (payload) => notifyFailedRefund(deps, (payload as { refund_id: string }).refund_id),
    notify_second_payment: (payload) =>
      notifySecondPayment(deps, (payload as { payment_id: string }).payment_id),
    notify_plan: (payload) => notifyPlanBill(deps, payload as PlanBillNotice),
    notify_fine: (payload) => notifyFine(deps, payload as FineNotice),
    submit_evidence: (payload) => submitEvidence(deps, payload as { dispute_id: string; lot_id: string }),
    remind_of_disputes: () => remindOfDisputes(deps),
    remind_of_fines: () => remindOfFines(deps),
    forward_events: () => forwardEvents(appDeps),
    purge_expired: () => purgeExpired(deps, deps.settings),
    watch_holds: () => notifyUnusualHolds(appDeps),
    watch_pass_certificates: () => watchPassCertificates(appDeps),
    forget_customers: () => forgetCustomers(deps),
    materialize_closures: () => materializeCalendars(appDeps),
    activate_assignments: () => activateAssignments(appDeps),
    apply_price_guidance: () => applyDueGuidance(deps),
    bill: () => bill(deps),
    bill_plans: () => billPlans(deps),
    apply_changes: () => applyChanges(deps),
    reconcile: (payload) => reconcile(deps, (payload as { run_id?: string }).run_id ?? null),
    sync_bank_payments: () => syncBankPayments(deps),
    import_residents: (payload) => {
      const { import_id, read } = payload as { import_id: string; read?: ReadProperty[] }
      return importResidents(residentDeps, import_id, read)
    },
    sync_data_sources: () => syncDueSources(residentDeps),
    settle_residents: () => settleDueResidents(residentDeps),
    reseal: () => resealAll({ ...deps, secrets }),
    replay_events: async () => void (await replayEvents(deps)),
  }
  return all
}
