import { retryPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { payOut } from '../../money/payouts/pay-out.ts'
import { secretWord } from '../../ports.ts'
import { aHostAccount, aLotAccount, banks } from '../factories/payouts.ts'
import { aMember } from '../factories/people.ts'
import type { Step, steps } from './steps.ts'
import type { World } from './world.ts'

/** Sets up the payout accounts of the lot and the host, some of them with a bank that rejects payouts. */
export async function giveAccounts({ api, random, lot, host }: World): Promise<void> {
  const bank = () => (random.yes(0.7) ? banks.good : banks.closed)
  // Advance by an hour, because attempts are limited per hour.
  api.ports.advance({ hours: 1 })
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await aLotAccount(api, lot.lot_id, owner, { bank: bank() })
  await api.deps.database.pool.query('update sessions set signed_in_at = $1', [api.ports.now().toISOString()])
  await aHostAccount(api, host, { bank: bank() })
  if (random.yes(0.5)) {
    await api.deps.database.pool.query(
      'update payout_accounts set max_payout_cents = 1500 where lot_id = $1 or user_id = $2',
      [lot.lot_id, host.user_id],
    )
  }
}

const payOutNow: Step = async ({ api }) => {
  await payOut(paymentDepsOf(api.deps))
  await api.runJobs()
}

const makeAgain: Step = async ({ api, random, host }) => {
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    `select id from payouts where status = 'FAILED' and user_id = $1`,
    [host.user_id],
  )
  if (rows.length === 0) return
  const params = { payout_id: random.pick(rows).id }
  await api.call(retryPayoutRoute, { params, idempotency_key: secretWord(api.ports) }, host.token)
}

export const payoutSteps: typeof steps = [
  ['pay out', payOutNow, 8],
  ['make a payout again', makeAgain, 3],
]
