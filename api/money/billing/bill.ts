import { refuseFailed } from '../../failures.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { billPeriods } from './bill-periods.ts'
import { endUnpaid, resumePayments, retryInvoices } from './unpaid.ts'

/**
 * Processes what is due by time: months that begin, payment retries, and expired grace periods. A failure does not stop
 * the others, but throws at the end, so that the job is retried.
 */
export async function bill(deps: PaymentDeps): Promise<void> {
  let failed = 0
  for (const part of [resumePayments, billPeriods, retryInvoices, endUnpaid]) failed += await part(deps)
  refuseFailed(failed, 'bill')
}
