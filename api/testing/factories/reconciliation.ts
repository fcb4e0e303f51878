import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { listDifferencesRoute } from '@openspot/contract/money/reconciliation.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { reconcile } from '../../money/reconciliation/reconcile.ts'
import type { TestApi } from '../api.ts'
import { asOwner } from '../owner.ts'
import { aLot } from './lots.ts'
import { aCard, aPerson, type Person } from './people.ts'
import { bookAs, twoHours } from './reservations.ts'

interface PaidReservation {
  driver: Person
  reservation: { id: string }
}

/** Creates a lot with payments, and helpers to compare the ledger with the provider. */
export async function theBooks(api: TestApi) {
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const lot = await aLot(api, { platform_share_bps: 1000 }, 25)
  const { pool } = api.deps.database
  let hour = 0
  const open = async () =>
    (await api.call(listDifferencesRoute, { query: { status: 'OPEN', limit: 100 } }, platform.token)).items
  const cents = async (text: string, values: unknown[] = []) =>
    // Runs as the database owner, because the application's role may not read the stand-in's tables.
    (await asOwner<{ cents: number }>(api, text, values))[0]?.cents ?? 0
  return {
    platform,
    lot,
    pool,
    cents,
    /** Runs the reconciliation. */
    run: () => reconcile(paymentDepsOf(api.deps), null),
    /** Returns the open differences. */
    open,
    kinds: async () => (await open()).map(({ kind }) => kind).toSorted(),
    /** Returns the balance of a ledger account in minor units. */
    account: (name: string) =>
      cents(`select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = $1`, [
        name,
      ]),
    /** Returns the provider's balance in minor units. */
    async atProvider(): Promise<number> {
      const { available, pending } = await api.deps.stripe.balance.retrieve()
      return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
    },
    /** Books and pays a reservation at a time of its own. */
    async aPaidReservation(test_card = 'pm_card_visa'): Promise<PaidReservation> {
      const driver = await aPerson(api)
      const payment_method_id = await aCard(api, driver, test_card)
      hour += 3
      const order = { spot_id: lot.spot_ids[hour % 25] ?? '', ...twoHours(api, 24 + hour), payment_method_id }
      const { reservation } = await bookAs(api, driver, order)
      return { driver, reservation }
    },
    async cancel({ driver, reservation }: PaidReservation): Promise<void> {
      const at = { params: { reservation_id: reservation.id } }
      const { refund_cents } = await api.call(getCancellationRoute, at, driver.token)
      await api.call(cancelReservationRoute, { ...at, body: { refund_cents } }, driver.token)
    },
    async chargeOf({ reservation }: PaidReservation) {
      const { rows } = await pool.query<{ id: string; stripe_charge_id: string; amount_cents: number }>(
        `select p.id, p.stripe_charge_id, p.amount_cents from payments p join invoices i on i.id = p.invoice_id
         where i.reservation_id = $1`,
        [reservation.id],
      )
      return rows[0] ?? { id: '', stripe_charge_id: '', amount_cents: 0 }
    },
  }
}
