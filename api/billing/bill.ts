import type { Till } from '../payments/pay.ts'
import { billPeriods } from './bill-periods.ts'
import { endUnpaid, resumePayments, retryInvoices } from './unpaid.ts'

/** What comes due by the clock: months that begin, attempts to be made again, debts whose time is over. */
export async function bill(till: Till): Promise<void> {
  await resumePayments(till)
  await billPeriods(till)
  await retryInvoices(till)
  await endUnpaid(till)
}
