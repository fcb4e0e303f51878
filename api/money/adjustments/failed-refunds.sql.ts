import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const owed = statement(
  'find_owed_refund',
  {
    lot_id: 'uuid',
    lot_name: 'text',
    is_plan: 'boolean',
    number: 'bigint',
    amount_cents: 'integer',
    currency: 'text',
    payer_name: 'text',
  },
  `select f.lot_id, l.name as lot_name, i.kind = 'PLAN' as is_plan, i.number, f.amount_cents, i.currency,
     concat_ws(' ', p.first_name, p.last_name) as payer_name
   from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id join lots l on l.id = f.lot_id join users p on p.id = i.user_id
   where f.id = $1 and f.status = 'FAILED' and f.resolution is null`,
)

/** Returns a failed refund, unless something has become of it. */
export const findOwedRefund = async (tx: Tx, refund_id: string) =>
  (await queryPrepared(tx, owed, [refund_id]))[0]
