import { formatMoney } from '@openspot/core/money/money.ts'
import type { Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/**
 * Notifies the admins of a lot that a driver contested a bill, once for each bill. Must run in the transaction of the
 * call.
 */
export async function notifyContested(tx: Tx, now: Date, invoice_id: string): Promise<void> {
  const bill = await tx
    .selectFrom('invoices')
    .select(['lot_id', 'number', 'reservation_id', 'total_cents', 'currency', 'contest_reason'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const params = JSON.stringify({
    title: `A driver contested bill ${bill.number}`,
    text: `${formatMoney(bill.total_cents, bill.currency, 'en')}. The driver says: ${bill.contest_reason ?? ''}`,
  })
  await sql`
    insert into notifications (user_id, lot_id, reservation_id, kind, about, params, created_at)
    select m.user_id, m.lot_id, ${bill.reservation_id}::uuid, 'BILL_CONTESTED', ${invoice_id} || ':' || m.user_id, ${params}::jsonb, ${now.toISOString()}::timestamptz
    from memberships m where m.lot_id = ${bill.lot_id} and m.role in ('ADMIN', 'SUPER_ADMIN') and m.status = 'ACTIVE'
    on conflict do nothing`.execute(tx)
}
