import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const toSettle = statement(
  'list_staff_for_failed_refund',
  {
    lot_id: 'uuid',
    number: 'bigint',
    amount_cents: 'integer',
    currency: 'text',
    payer_name: 'text',
    user_id: 'uuid',
    email: 'text?',
    language: 'text',
  },
  `select f.lot_id, i.number, f.amount_cents, f.currency, f.payer_name, u.id as user_id, u.email, u.language
   from (select f.lot_id, f.invoice_id, f.amount_cents, i.currency, concat_ws(' ', p.first_name, p.last_name) as payer_name
       from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id join users p on p.id = i.user_id
       where f.id = $1 and f.status = 'FAILED' and f.resolution is null and i.kind <> 'PLAN') f
     join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id
     join memberships m on m.lot_id = f.lot_id and m.role in ('ADMIN', 'SUPER_ADMIN') and m.status = 'ACTIVE'
     join users u on u.id = m.user_id and u.account_status = 'ACTIVE'`,
)

/** Returns a failed refund that is still owed, for each admin of its lot. What a lot paid for its plan is owed by the platform. */
export const listStaffForFailedRefund = (tx: Tx, refund_id: string) =>
  queryPrepared(tx, toSettle, [refund_id])
