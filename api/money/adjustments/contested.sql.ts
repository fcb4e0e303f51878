import type { Tx } from '@openspot/db/database.ts'

/** Returns a bill, and the admins of its lot. */
export async function findContested(tx: Tx, invoice_id: string) {
  const bill = await tx
    .selectFrom('invoices')
    .select(['lot_id', 'number', 'reservation_id', 'total_cents', 'currency', 'contest_reason'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  const admins = await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.language'])
    .where('m.lot_id', '=', bill.lot_id)
    .where('m.role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .where('m.status', '=', 'ACTIVE')
    .execute()
  return { bill, admins }
}
