import type { AppDeps } from '@openspot/api/app/app.ts'
import type { DB } from '@openspot/db/types.ts'
import { staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import type { MoneyRows } from './money-rows.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { DemoReservation } from './reservation.ts'

interface Wallet {
  customer: string
  payment_method: string
}

/**
 * Repeats payments of people who can sign in at the Stripe stand-in for reservations that are not over, because a
 * cancellation needs the money there for the refund, the payment of a plan whose refund is sent again, and one payment
 * whose driver disputes it. The provider is never asked about the rest. Returns the customers created there and their cards, which stay saved.
 */
export async function payAtStandIn(
  random: Random,
  stripe: AppDeps['stripe'],
  reservations: readonly DemoReservation[],
  { invoices, payments }: MoneyRows,
  now: number,
  joined_at: string,
): Promise<{
  payment_customers: Insertable<DB['payment_customers']>[]
  payment_methods: Insertable<DB['payment_methods']>[]
}> {
  const wallets = new Map<string, Wallet>()
  const paymentOf = (reservation: DemoReservation) => {
    const invoice = invoices.find((row) => row.reservation_id === reservation.id)
    return payments.find((row) => row.invoice_id === invoice?.id)
  }
  /** Makes the payment at the stand-in and notes its IDs. */
  const pay = async (payment: MoneyRows['payments'][number], by: Partial<Wallet>) => {
    const made = await stripe.paymentIntents.create({
      amount: payment.amount_cents,
      currency: payment.currency.toLowerCase(),
      ...by,
      allowed_payment_method_types: ['card'],
      metadata: { payment_id: payment.id ?? '' },
    })
    const { id, latest_charge } = await stripe.paymentIntents.confirm(made.id)
    payment.stripe_payment_intent_id = id
    payment.stripe_charge_id = typeof latest_charge === 'string' ? latest_charge : (latest_charge?.id ?? null)
  }
  const open = reservations.filter(
    ({ person, fate, ends }) => person.can_sign_in && fate === 'stayed' && ends !== null && ends > now,
  )
  for (const reservation of open) {
    const payment = paymentOf(reservation)
    if (!payment) continue
    const wallet = wallets.get(reservation.person.id) ?? (await makeWallet(stripe, reservation.person))
    wallets.set(reservation.person.id, wallet)
    await pay(payment, wallet)
  }
  const planInvoice = invoices.find(({ kind }) => kind === 'PLAN')
  const planPayment = payments.find(({ invoice_id }) => invoice_id === planInvoice?.id)
  if (planPayment) await pay(planPayment, { payment_method: 'pm_card_visa' })
  const disputed = reservations.find(
    ({ lot, person, fate, ends }) =>
      lot.plan.name === staffedLot &&
      !person.can_sign_in &&
      person.account_status === 'ACTIVE' &&
      person.card?.instrument === 'CARD' &&
      fate === 'stayed' &&
      ends !== null &&
      ends < now - 10 * 1440 &&
      ends > now - 30 * 1440,
  )
  const disputedPayment = disputed && paymentOf(disputed)
  if (disputedPayment) await pay(disputedPayment, { payment_method: 'pm_card_createDispute' })
  return {
    payment_customers: [...wallets].map(([user_id, { customer }]) => ({
      user_id,
      stripe_customer_id: customer,
      created_at: joined_at,
    })),
    payment_methods: [...wallets].map(([user_id, { payment_method }]) => ({
      id: random.id(),
      user_id,
      kind: 'STRIPE',
      instrument: 'CARD',
      stripe_payment_method_id: payment_method,
      brand: 'visa',
      last4: '4242',
      exp_month: new Date(now * 60_000).getUTCMonth() + 1,
      exp_year: new Date(now * 60_000).getUTCFullYear() + 1,
      is_default: true,
      created_at: joined_at,
      deleted_at: null,
    })),
  }
}

/** Saves the provider's own test card for a person. */
async function makeWallet(stripe: AppDeps['stripe'], person: Person) {
  const customer = await stripe.customers.create(person.email === null ? {} : { email: person.email })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  return { customer: customer.id, payment_method: card.id }
}
