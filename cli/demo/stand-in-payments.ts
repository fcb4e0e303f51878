import type { Foundation } from '@openspot/api/app.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { MoneyRows } from './money-rows.ts'
import type { Person } from './people.ts'
import type { Stay } from './stay.ts'

/**
 * What those who can sign in have paid for stays that are not over is paid at the provider's stand-in too: they may
 * cancel, and then the money has to be there to go back. Everything else is history, which nobody asks the provider
 * about. Answers the customers that this has made there.
 */
export async function payAtStandIn(
  stripe: Foundation['stripe'],
  stays: readonly Stay[],
  { invoices, payments }: MoneyRows,
  now: number,
  joined_at: string,
): Promise<Insertable<DB['payment_customers']>[]> {
  const wallets = new Map<string, { customer: string; payment_method: string }>()
  const open = stays.filter(
    ({ person, fate, ends }) => person.can_sign_in && fate === 'stayed' && ends !== null && ends > now,
  )
  for (const stay of open) {
    const invoice = invoices.find((row) => row.reservation_id === stay.id)
    const payment = payments.find((row) => row.invoice_id === invoice?.id)
    if (!payment?.id) continue
    const wallet = wallets.get(stay.person.id) ?? (await makeWallet(stripe, stay.person))
    wallets.set(stay.person.id, wallet)
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

/** The card is the provider's own test card, used once and not kept: the next one they add themselves. */
async function makeWallet(stripe: Foundation['stripe'], person: Person) {
  const customer = await stripe.customers.create(person.email === null ? {} : { email: person.email })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  return { customer: customer.id, payment_method: card.id }
}
