import { sendReceiptRoute } from '@openspot/contract/money/invoices.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import type { Person } from './people.ts'

/** Emails the receipt of a reservation, with its calendar file, and returns the ID of the email. */
export async function aReceiptEmail(
  api: TestApi,
  reservation_id: string,
  invoice_id: string,
  driver: Person,
): Promise<string> {
  const call = { params: { reservation_id }, idempotency_key: secretWord(api.ports) }
  await api.call(sendReceiptRoute, call, driver.token)
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    'update emails set calendar_reservation_id = $2 where $1 = any (receipt_invoice_ids) returning id',
    [invoice_id, reservation_id],
  )
  const [email] = rows
  if (!email) throw new Error('The receipt was not emailed.')
  return email.id
}
