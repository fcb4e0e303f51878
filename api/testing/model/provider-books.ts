import type pg from 'pg'
import type Stripe from 'stripe'

/** Amounts that moved, in minor units, by the provider's id. */
export interface Books {
  paid: Record<string, number>
  returned: Record<string, number>
  disputed: Record<string, number>
  /** Transfers to the accounts of lots and hosts. */
  transferred: Record<string, number>
  /** Payouts to their banks. */
  banked: Record<string, number>
  /** The total, as in the provider's balance before its fees. */
  balance: number
}

/** Reads the provider's amounts through its API. */
export async function providerBooks(stripe: Stripe): Promise<Books> {
  const books: Books = { paid: {}, returned: {}, disputed: {}, transferred: {}, banked: {}, balance: 0 }
  for await (const charge of stripe.charges.list({ limit: 100 })) {
    if (charge.status !== 'succeeded') continue
    books.paid[charge.id] = charge.amount_captured
    if (charge.amount_refunded > 0) books.returned[charge.id] = charge.amount_refunded
  }
  for await (const dispute of stripe.disputes.list({ limit: 100 })) {
    const held = -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
    if (held > 0 && typeof dispute.charge === 'string') books.disputed[dispute.charge] = held
  }
  for await (const { id, amount } of stripe.transfers.list({ limit: 100 })) books.transferred[id] = amount
  for await (const { id: stripeAccount } of stripe.accounts.list({ limit: 100 })) {
    for await (const { id, amount, status } of stripe.payouts.list({ limit: 100 }, { stripeAccount })) {
      if (status === 'paid') books.banked[id] = amount
    }
  }
  for await (const line of stripe.balanceTransactions.list({ limit: 100 })) books.balance += line.amount
  return books
}

export async function ourBooks(pool: pg.Pool): Promise<Books> {
  const sums = async (statement: string) => {
    const { rows } = await pool.query<{ id: string; cents: number }>(statement)
    return Object.fromEntries(rows.map(({ id, cents }) => [id, cents]))
  }
  const { rows } = await pool.query<{ balance: number }>(
    `select coalesce(sum(amount_cents), 0)::int as balance from ledger_entries where account = 'PROVIDER_CLEARING'`,
  )
  return {
    paid: await sums(
      `select stripe_charge_id as id, amount_cents as cents from payments where status = 'SUCCEEDED' and kind = 'STRIPE'`,
    ),
    returned: await sums(
      `select p.stripe_charge_id as id, sum(f.amount_cents)::int as cents from refunds f
         join payments p on p.id = f.payment_id where f.status = 'SUCCEEDED' and p.kind = 'STRIPE' group by 1`,
    ),
    disputed: await sums(
      `select p.stripe_charge_id as id, sum(d.withdrawn_cents)::int as cents from disputes d
         join payments p on p.id = d.payment_id group by 1 having sum(d.withdrawn_cents) > 0`,
    ),
    transferred: await sums(
      `select stripe_transfer_id as id, amount_cents as cents from payouts where status <> 'PENDING'`,
    ),
    banked: await sums(
      `select stripe_payout_id as id, amount_cents as cents from payouts where status = 'PAID'`,
    ),
    balance: rows[0]?.balance ?? 0,
  }
}
