import { isoOf } from '@openspot/core/time/instant.ts'
import type { DB } from '@openspot/db/types.ts'
import { staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'
import type { Times } from './span.ts'

/** The garage is paid every week. The other lot's bank account was closed, so its last payout failed. */
const paidLots = [
  { name: staffedLot, bank_last4: '6789', fails: false },
  { name: 'Federal Street Garage', bank_last4: '3113', fails: true },
] as const
const WEEKS = 8

interface PayoutAccount {
  row: Insertable<DB['payout_accounts']> & { id: string; lot_id: string; stripe_account_id: string }
  fails: boolean
}

export function payoutAccounts(
  random: Random,
  lots: readonly TownLot[],
  created_at: string,
): PayoutAccount[] {
  return paidLots.flatMap(({ name, bank_last4, fails }) => {
    const lot_id = lots.find(({ plan }) => plan.name === name)?.row.id
    if (lot_id === undefined) return []
    const id = random.id()
    const row = {
      id,
      lot_id,
      stripe_account_id: `acct_demo_${id.slice(-12)}`,
      currency: 'USD',
      country: 'US',
      details_submitted: true,
      payouts_enabled: true,
      bank_name: 'STRIPE TEST BANK',
      bank_last4,
      schedule: 'WEEKLY',
      created_at,
      changed_at: created_at,
    }
    return [{ row, fails }]
  })
}

/**
 * Makes the payouts of the last weeks with the functions that the worker uses, each early on a Monday. Further payouts
 * are paused, because the provider's stand-in never had the money of the past payments.
 */
export async function payOutWeekly(
  client: pg.ClientBase,
  accounts: readonly PayoutAccount[],
  times: Times,
): Promise<void> {
  const days = Array.from({ length: WEEKS * 7 }, (_, at) => times.at(at - WEEKS * 7, 360))
  const mondays = days.filter((minutes) => new Date(isoOf(minutes)).getUTCDay() === 1)
  for (const { row, fails } of accounts) {
    for (const [week, monday] of mondays.entries()) {
      const { rows } = await client.query<{ id: string | null }>('select begin_payout($1, $2, $3) as id', [
        isoOf(monday),
        row.id,
        row.lot_id,
      ])
      const id = rows[0]?.id
      if (!id) continue
      await client.query(`select graphile_worker.remove_job('payout:' || $1)`, [id])
      const number = `${row.lot_id.slice(-8)}_${week}`
      await client.query('select record_transfer($1, $2, $3)', [isoOf(monday + 2), id, `tr_demo_${number}`])
      const hasFailed = fails && week === mondays.length - 1
      await client.query('select record_bank_payout($1, $2, 0, $3, $4, $5, $6, $7, $8)', [
        isoOf(monday + 2 * 1440),
        id,
        row.stripe_account_id,
        `po_demo_${number}`,
        hasFailed ? 'FAILED' : 'PAID',
        isoOf(monday + 2 * 1440),
        hasFailed ? 'account_closed' : null,
        hasFailed ? 'The bank account has been closed.' : null,
      ])
    }
    await client.query(`update payout_accounts set schedule = 'PAUSED' where id = $1`, [row.id])
  }
}
