import type { Input } from '@openspot/contract/call.ts'
import { changeSubscriptionRoute, getLotSubscriptionRoute } from '@openspot/contract/money/subscriptions.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { billPlans } from '../../money/subscriptions/bill-plans.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { aLot, type TestLot } from './lots.ts'
import { aMember, type Person } from './people.ts'

type Order = Input<typeof changeSubscriptionRoute>['body']

/** Creates a lot with that many spots and its owner, with helpers for its plan. */
export async function aPlannedLot(api: TestApi, spots: number, more: Parameters<typeof aLot>[1] = {}) {
  const created_at = api.ports.now().toISOString()
  const lot: TestLot = await aLot(api, { created_at, ...more }, spots)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const { pool } = api.deps.database

  const look = (who: Person = owner, query = {}) =>
    api.call(getLotSubscriptionRoute, { params: { lot_id: lot.lot_id }, query }, who.token)
  const input = async (order: Partial<Order>) => ({
    params: { subscription_id: (await look()).id },
    body: { kind: 'PLAN' as const, effective_at: 'NOW', reason: 'More spots', ...order },
    idempotency_key: secretWord(api.ports),
  })
  const change = async (order: Partial<Order>, who = owner) =>
    api.call(changeSubscriptionRoute, await input(order), who.token)
  return {
    ...lot,
    owner,
    admin,
    look,
    input,
    change,
    refused: async (order: Partial<Order>, who = owner) =>
      api.refusal(changeSubscriptionRoute, await input(order), who.token),
    /** Previews the change and agrees to its proration. */
    agree: async (order: Partial<Order>, who = owner) => {
      const { proration_cents } = await change({ ...order, preview: true }, who)
      return change({ ...order, expected_proration_cents: proration_cents }, who)
    },
    async setSpots(count: number): Promise<void> {
      await pool.query(
        `with wanted as (select n from generate_series(1, $2) n), made as (
           insert into spots (lot_id, spot_no, label) select $1, n, 'B' || n from wanted
           where not exists (select from spots s where s.lot_id = $1 and s.spot_no = n))
         update spots set deleted_at = case when spot_no > $2 then $3::timestamptz end where lot_id = $1`,
        [lot.lot_id, count, api.ports.now().toISOString()],
      )
    },
    /** Returns the ledger entries of plan fees that were deducted from the lot's earnings, summed by account. */
    async booked(): Promise<Record<string, number>> {
      const { rows } = await pool.query<{ account: string; cents: number }>(
        `select e.account, sum(e.amount_cents)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
         where t.lot_id = $1 and t.kind = 'PLAN' group by 1 order by 1`,
        [lot.lot_id],
      )
      return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
    },
    /** Returns what the plan cost so far, below zero: deducted from the lot's earnings, or invoiced to an owner. */
    async cost(): Promise<number | undefined> {
      const { rows } = await pool.query<{ cents: number }>(
        `select (select coalesce(sum(amount_cents), 0) from earnings where lot_id = $1 and source_kind = 'PLAN')::int
           - (select coalesce(sum(total_cents), 0) from invoices where lot_id = $1 and kind = 'PLAN' and status <> 'CANCELED')::int as cents`,
        [lot.lot_id],
      )
      return rows[0]?.cents
    },
  }
}

export const bill = (api: TestApi) => billPlans(paymentDepsOf(api.deps))

/** Advances by days and extends all sessions. */
export async function advance(api: TestApi, days: number): Promise<void> {
  api.ports.advance({ days })
  await api.deps.database.pool.query(`update sessions set expires_at = expires_at + $1 * interval '1 day'`, [
    days,
  ])
}
