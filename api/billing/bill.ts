import { refuseFailed } from '../failures.ts'
import type { Till } from '../payments/pay.ts'
import { billPeriods } from './bill-periods.ts'
import { endUnpaid, resumePayments, retryInvoices } from './unpaid.ts'

/**
 * What comes due by the clock: months that begin, attempts to be made again, debts whose time is over. Each row by itself;
 * throws at the end if some failed, so that the job comes again.
 */
export async function bill(till: Till): Promise<void> {
  let failed = 0
  for (const part of [resumePayments, billPeriods, retryInvoices, endUnpaid]) failed += await part(till)
  refuseFailed(failed, 'bill')
}
