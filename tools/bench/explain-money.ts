import type { App, AppDeps } from '@openspot/api/app/app.ts'
import { exitOf } from '@openspot/api/booking/reservations/exit.ts'
import { endReservation, type Hold, holdSpot } from '@openspot/api/booking/reservations/hold.sql.ts'
import { paymentDepsOf } from '@openspot/api/jobs/payment-deps.ts'
import { releaseHolds } from '@openspot/api/jobs/release-holds.ts'
import { findLastPayment, findPayment, settlePayment } from '@openspot/api/money/payments/payments.sql.ts'
import { findRefund, settleRefund } from '@openspot/api/money/payments/refunds.sql.ts'
import type { BookingRequest, requestsOf } from './requests.ts'

const hour = 3_600_000

/**
 * The payment path of a reservation without the provider: held, paid, abandoned, refunded; and one that was not paid in
 * time.
 */
export function moneyWorks(
  app: App,
  deps: AppDeps,
  preferences: ReturnType<typeof requestsOf>,
): Record<string, () => Promise<unknown>> {
  const { pool } = deps.database
  const { ports } = deps
  const paid = priced(preferences.booking(), ports.id())
  const payment_id = paid.payment_id ?? ''
  let refund_id = ''
  const late = priced(preferences.booking(), ports.id())
  const hold = async (reservation: Hold, now: Date) => {
    await pool.query(
      `insert into payment_methods (id, user_id, instrument, stripe_payment_method_id, brand, last4, created_at)
       values ($1, $2, 'CARD', $3, 'visa', '4242', now())`,
      [reservation.payment_method_id, reservation.user_id, `pm_${reservation.payment_method_id}`],
    )
    expect((await holdSpot(pool, now, reservation)).outcome, 'held')
  }
  return {
    'an unpaid hold': () => hold(paid, ports.now()),
    'its payment': async () => {
      await findPayment(app.pool, payment_id)
      expect((await findLastPayment(app.pool, paid.reservation_id))?.id, payment_id)
    },
    'settling the payment': async () => {
      const { outcome } = await settlePayment(
        app.pool,
        ports.now(),
        payment_id,
        `pi_${payment_id}`,
        `ch_${payment_id}`,
      )
      expect(outcome, 'settled')
    },
    'preview of a refund': () => exitOf(app, paid.reservation_id, 'DRIVER'),
    cancelling: async () => {
      const { outcome } = await endReservation(pool, ports.now(), {
        reservation_id: paid.reservation_id,
        to: 'CANCELED',
        reason: null,
        refund_cents: paid.total_cents,
        user_id: paid.user_id,
      })
      expect(outcome, 'canceled')
      const made = await pool.query<{ id: string }>(
        'select f.id from refunds f join invoices i on i.id = f.invoice_id where i.reservation_id = $1',
        [paid.reservation_id],
      )
      refund_id = made.rows[0]?.id ?? ''
    },
    'settling the refund': async () => {
      await findRefund(pool, refund_id)
      expect((await settleRefund(pool, ports.now(), refund_id, `re_${refund_id}`)).outcome, 'settled')
    },
    'expired holds': async () => {
      await hold(late, new Date(ports.now().getTime() - hour))
      expect(String(await releaseHolds(paymentDepsOf(deps))), '1')
    },
  }
}

/** The same reservation at a price, paid in a session of its driver: $8 of parking plus the fee. */
function priced({ hold, session_id }: BookingRequest, payment_method_id: string): Hold {
  const line = { quantity: 1, starts_at: null, ends_at: null, because: null }
  return {
    ...hold,
    session_id,
    payment_method_id,
    total_cents: 899,
    service_fee_cents: 99,
    lines: [
      { kind: 'PARKING', unit: 'HOUR', unit_cents: 800, amount_cents: 800, ...line },
      { kind: 'SERVICE_FEE', unit: null, unit_cents: 99, amount_cents: 99, ...line },
    ],
  }
}

function expect(got: string | undefined, wanted: string): void {
  if (got !== wanted) throw new Error(`Expected ${wanted}, got ${got}.`)
}
