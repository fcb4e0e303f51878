import { eachByItself, refuseFailed } from '../../failures.ts'
import type { Till } from '../../money/payments/pay.ts'

/** Deletes the provider's customers of erased people. Failures are retried on the next run. */
export async function forgetCustomers({
  log,
  pool,
  stripe,
}: Pick<Till, 'log' | 'pool' | 'stripe'>): Promise<void> {
  // Payments in progress with one of their cards are settled first.
  const { rows } = await pool.query<{ stripe_customer_id: string }>(
    `select f.stripe_customer_id from forgotten_customers f
     where not exists (select from payments p join payment_methods m on m.id = p.payment_method_id
       where m.stripe_customer_id = f.stripe_customer_id and p.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING'))
     order by f.since limit 1000`,
  )
  const failed = await eachByItself(
    { log, task: 'forget_customer' },
    rows,
    ({ stripe_customer_id }) => stripe_customer_id,
    async ({ stripe_customer_id }) => {
      await stripe.customers.del(stripe_customer_id).catch((error: unknown) => {
        // The customer is already deleted.
        if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error
      })
      await pool.query('delete from forgotten_customers where stripe_customer_id = $1', [stripe_customer_id])
    },
  )
  refuseFailed(failed, 'forget_customers')
}
