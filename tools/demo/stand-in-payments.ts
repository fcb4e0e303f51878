import type { AppDeps } from '@openspot/api/app/app.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { MoneyRows } from './money-rows.ts'
import type { Person } from './people.ts'
import type { DemoReservation } from './reservation.ts'

/**
 * Repeats payments of people who can sign in at the Stripe stand-in for reservations that are not over, because a
 * cancellation needs the money there for the refund. The provider is never asked about the rest. Returns the customers
 * created there.
 */
export async function payAtStandIn(
  stripe: AppDeps['stripe'],
  reservations: readonly DemoReservation[],
  { invoices, payments }: MoneyRows,
  now: number,
  joined_at: string,
): Promise<Insertable<DB['payment_customers']>[]> {
  const wallets = new Map<string, { customer: string; payment_method: string }>()
  const open = reservations.filter(
    ({ person, fate, ends }) => person.can_sign_in && fate === 'stayed' && ends !== null && ends > now,
  )
  for (const reservation of open) {
    const invoice = invoices.find((row) => row.reservation_id === reservation.id)
    const payment = payments.find((row) => row.invoice_id === invoice?.id)
    if (!payment?.id) continue
    const wallet = wallets.get(reservation.person.id) ?? (await makeWallet(stripe, reservation.person))
    wallets.set(reservation.person.id, wallet)
    const made = await stripe.paymentIntents.create({
      amount: payment.amount_cents,
      currency: payment.currency.toLowerCase(),
      ...wallet,
      allowed_payment_method_types: ['card'],
      metadata: { payment_id: payment.id },
    })
    const { id, latest_charge } = await stripe.paymentIntents.confirm(made.id)
    payment.stripe_payment_intent_id = id
    payment.stripe_charge_id = typeof latest_charge === 'string' ? latest_charge : (latest_charge?.id ?? null)
  }
  return [...wallets].map(([user_id, { customer }]) => ({
    user_id,
    stripe_customer_id: customer,
    created_at: joined_at,
  }))
}

/** Uses the provider's own test card once without saving it; the person adds the next one themselves. */
async function makeWallet(stripe: AppDeps['stripe'], person: Person) {
  const customer = await stripe.customers.create(person.email === null ? {} : { email: person.email })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  return { customer: customer.id, payment_method: card.id }
}
