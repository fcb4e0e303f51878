import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const returned = statement(
  'find_returned_payment',
  {
    lot_id: 'uuid',
    reservation_id: 'uuid?',
    fine_id: 'uuid?',
    number: 'bigint',
    amount_cents: 'integer',
    currency: 'text',
    payer_name: 'text',
  },
  `select p.lot_id, i.reservation_id, i.fine_id, i.number, p.amount_cents, i.currency, concat_ws(' ', s.first_name, s.last_name) as payer_name
   from payments p join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id join users s on s.id = i.user_id
   where p.id = $1 and p.second_returned_at is not null`,
)

/** Returns a second payment that was returned. */
export const findReturnedPayment = async (tx: Tx, payment_id: string) =>
  (await queryPrepared(tx, returned, [payment_id]))[0]
