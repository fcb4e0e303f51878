import type Stripe from 'stripe'
import { eachByItself, refuseFailed } from '../../failures.ts'
import { listStripeAccounts } from '../accounts/accounts.sql.ts'
import type { PayoutDeps } from '../payouts/send-payout.ts'
import { keepEvent, queueEventsAgain } from './events.sql.ts'

export interface Replayed {
  /** The number of stored events that are processed again. */
  kept: number
  /** The number of events in the provider's history that never arrived. */
  missed: number
}

/**
 * Processes the whole history of the provider's events again: the stored ones, and those that the provider still lists
 * (https://docs.stripe.com/api/events: 30 days) but never delivered. An event only names the object to read, so a
 * replay changes nothing if all is well and catches up after a restored backup or a long outage. `since` limits it to
 * later events.
 */
export async function replayEvents(deps: PayoutDeps, since: Date | null = null): Promise<Replayed> {
  const { missed, failed } = await takeMissed(deps, since)
  const kept = await queueEventsAgain(deps.pool, since)
  refuseFailed(failed, 'replay_events')
  return { kept, missed }
}

async function takeMissed(deps: PayoutDeps, since: Date | null): Promise<{ missed: number; failed: number }> {
  let missed = 0
  const asked = { limit: 100, ...(since ? { created: { gte: Math.floor(since.getTime() / 1000) } } : {}) }
  const of = (task: string) => ({ log: deps.log, task })
  const takeAll = (events: AsyncIterable<Stripe.Event>, more: { account?: string }) =>
    eachByItself(
      of('keep_event'),
      events,
      ({ id }) => id,
      async (event) => {
        if (await keepEvent(deps.pool, deps.ports.now(), { ...event, ...more })) missed += 1
      },
    )
  let failed = await takeAll(deps.stripe.events.list(asked), {})
  failed += await eachByItself(
    of('replay_account'),
    await listStripeAccounts(deps.pool),
    (account) => account,
    async (account) => {
      // Set the account explicitly: it is not documented whether a listed event names its account, as a delivered one
      // does.
      const events = deps.stripe.events.list(asked, { stripeAccount: account })
      failed += await takeAll(events, { account })
    },
  )
  return { missed, failed }
}
