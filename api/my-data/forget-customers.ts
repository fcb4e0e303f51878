import type { Till } from '../payments/pay.ts'

/** Has the provider forget the customers whose person was forgotten here. One that fails is asked for again. */
export async function forgetCustomers({ pool, stripe }: Pick<Till, 'pool' | 'stripe'>): Promise<void> {
  const { rows } = await pool.query<{ stripe_customer_id: string }>(
    'select stripe_customer_id from forgotten_customers order by since limit 100',
  )
  for (const { stripe_customer_id } of rows) {
    await stripe.customers.del(stripe_customer_id).catch((error: unknown) => {
      // It is gone already.
      if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error
    })
    await pool.query('delete from forgotten_customers where stripe_customer_id = $1', [stripe_customer_id])
  }
}
