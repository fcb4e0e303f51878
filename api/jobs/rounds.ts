import type { Settings } from '@openspot/core/settings.ts'
import { publishNames } from '@openspot/db/directory.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import { expirePageHolds } from '../booking/page-holds/expire.ts'
import { purgeSearchChanges } from '../booking/search/index-changes.sql.ts'
import { reportFailure, Tried } from '../failures.ts'
import type { GateHub } from '../gates.ts'
import type { PaymentDeps } from '../money/payments/pay.ts'
import { sendDueRefunds } from '../money/payments/refunds.ts'
import { checkVisits } from '../operations/cameras/check-visits.ts'
import { notifySilentCameras } from '../operations/cameras/notify-silent-cameras.ts'
import { voidRightfulFines } from '../operations/fines/void-rightful.ts'
import { notifyGateAlarms } from '../operations/gates/notify-gate-alarms.ts'
import { endExpiredViews } from '../platform/account-views/end-expired.ts'
import { appointConfiguredAdmins } from '../platform/admins/appoint-admins.ts'
import { sendDueNotices } from '../platform/notifications/notify.ts'
import { queueDueMessages } from '../platform/push/push-messages.sql.ts'
import { collectJobs } from './collect-jobs.sql.ts'
import { releaseHolds, syncOpenPayments } from './release-holds.ts'

/**
 * The interval between rounds. The queue's own schedule has a resolution of minutes, which is too slow for unpaid
 * holds.
 */
const lookAfterHoldsMs = 5_000

type RoundDeps = PaymentDeps & { settings: Settings; gates: GateHub }
type Round = (deps: RoundDeps, tried: Tried) => Promise<unknown>

/** The rounds run independently, so that one that fails or waits for the provider does not delay the others. */
const rounds: Record<string, Round> = {
  collect_jobs: ({ pool }) => collectJobs(pool),
  publish_names: ({ pool }) => publishNames(pool),
  release_holds: releaseHolds,
  expire_page_holds: expirePageHolds,
  ask_after_payments: syncOpenPayments,
  send_due_refunds: sendDueRefunds,
  notify_due: sendDueNotices,
  deliver_due: ({ pool, ports }) => queueDueMessages(pool, ports.now()),
  look_after_gates: ({ gates }) => gates.lookAfter(),
  notify_gate_alarms: notifyGateAlarms,
  check_fines: voidRightfulFines,
  check_visits: checkVisits,
  notify_silent_cameras: notifySilentCameras,
  appoint_admins: appointConfiguredAdmins,
  end_account_views: endExpiredViews,
  purge_search_changes: ({ pool, ports }) => purgeSearchChanges(pool, ports.now()),
}

/** Runs the rounds every few seconds until stopped. */
export function startRounds(deps: RoundDeps): { stop(): Promise<void> } {
  const running = Object.entries(rounds).map(([task, work]) => {
    const tried = new Tried()
    return everySoOften(
      lookAfterHoldsMs,
      () => work(deps, tried),
      (error) => {
        // The owner of the connection reports its loss; the next round is the next attempt.
        if (!isLostConnection(error)) reportFailure(deps.log, { task, error })
      },
    )
  })
  return {
    stop: async () => void (await Promise.all(running.map((one) => one.stop()))),
  }
}

function everySoOften(
  milliseconds: number,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): { stop(): Promise<unknown> } {
  let busy: Promise<unknown> = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    busy = work()
      .catch(onFailure)
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
