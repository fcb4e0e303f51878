import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const forgottenCustomers = statement(
  'list_forgotten_customers',
  { stripe_customer_id: 'text' },
  `select f.stripe_customer_id from forgotten_customers f
     where not exists (select from payments p join payment_methods m on m.id = p.payment_method_id
       where m.stripe_customer_id = f.stripe_customer_id and p.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING'))
     order by f.since limit 1000`,
)

/** Returns up to 1000 of the provider's customers of erased people, longest waiting first. */
export function listForgottenCustomers(pool: pg.Pool): Promise<{ stripe_customer_id: string }[]> {
  // Payments in progress with one of their cards are settled first.
  return query(pool, forgottenCustomers, [])
}

export async function deleteForgottenCustomer(pool: pg.Pool, stripe_customer_id: string): Promise<void> {
  await pool.query('delete from forgotten_customers where stripe_customer_id = $1', [stripe_customer_id])
}
