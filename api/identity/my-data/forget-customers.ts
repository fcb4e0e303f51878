import { eachByItself, refuseFailed } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { deleteForgottenCustomer, listForgottenCustomers } from './forget-customers.sql.ts'

/** Deletes the provider's customers of erased people. Failures are retried on the next run. */
export async function forgetCustomers({
  log,
  pool,
  stripe,
}: Pick<PaymentDeps, 'log' | 'pool' | 'stripe'>): Promise<void> {
  const failed = await eachByItself(
    { log, task: 'forget_customer' },
    await listForgottenCustomers(pool),
    ({ stripe_customer_id }) => stripe_customer_id,
    async ({ stripe_customer_id }) => {
      await stripe.customers.del(stripe_customer_id).catch((error: unknown) => {
        // The customer is already deleted.
        if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error
      })
      await deleteForgottenCustomer(pool, stripe_customer_id)
    },
  )
  refuseFailed(failed, 'forget_customers')
}
