import type { Settings } from '@openspot/core/settings.ts'
import { tellWhatIsDue } from '../notifications/tell.ts'
import type { Till } from '../payments/pay.ts'
import { sendDueRefunds } from '../payments/refunds.ts'
import { askAfterPayments, releaseHolds } from './release-holds.ts'

/** How often the spots of unpaid holds are let go. The queue's own clock ticks in minutes: that is too long to wait. */
const lookAfterHoldsMs = 5_000

/** What is looked after every few seconds, until it is stopped. */
export const startRounds = (till: Till & { settings: Settings }): { stop(): Promise<void> } =>
  everySoOften(lookAfterHoldsMs, async () => {
    await releaseHolds(till)
    await askAfterPayments(till)
    await sendDueRefunds(till)
    await tellWhatIsDue(till)
  })

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
