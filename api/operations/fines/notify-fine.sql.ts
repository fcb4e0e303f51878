import { type Queryable, query, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const person = { id: 'uuid', email: 'text?', language: 'text' } as const

const drivers = statement(
  'list_drivers_of_fine',
  { ...person, part: text<'DRIVER' | 'PAYER' | 'APPELLANT'>() },
  `select u.id, coalesce(u.email, u.contact_email) as email, u.language, x.part from (
     select f.user_id, 'DRIVER' as part from fines f where f.id = $1
     union all select i.user_id, 'PAYER' from invoices i where i.fine_id = $1 and i.status <> 'CANCELED'
       and (i.paid_cents > 0 or exists (select from payments p where p.invoice_id = i.id and p.lot_id = i.lot_id))
     union all select a.user_id, 'APPELLANT' from fine_appeals a where a.fine_id = $1) x
   join users u on u.id = x.user_id and u.account_status in ('ACTIVE', 'GHOST')`,
)

/** Returns the people whom a fine concerns, with their part in it; one person may have several. */
export const listDriversOfFine = (db: Queryable, fine_id: string) => queryPrepared(db, drivers, [fine_id])

const staff = statement(
  'list_staff_for_appeal',
  person,
  `select u.id, u.email, u.language from memberships m join users u on u.id = m.user_id
   where m.lot_id = $1 and m.role in ('ADMIN', 'SUPER_ADMIN') and m.status = 'ACTIVE' and u.account_status = 'ACTIVE'`,
)

/** Returns the admins of a lot. */
export const listStaffForAppeal = (db: Queryable, lot_id: string) => queryPrepared(db, staff, [lot_id])

const failed = statement(
  'find_failed_refund_of_fine',
  { amount_cents: 'integer', resolution: 'text?', note: 'text?' },
  `select amount_cents, resolution, resolution_note as note from refunds where id = $1 and status = 'FAILED'`,
)

/** Returns a failed refund, and what became of it. */
export const findFailedFineRefund = async (db: Queryable, refund_id: string) =>
  (await queryPrepared(db, failed, [refund_id]))[0]

const paidBack = statement(
  'was_fine_paid_back',
  { is: 'boolean' },
  `select exists (select from fine_events e join invoices i on i.fine_id = e.fine_id and i.lot_id = e.lot_id
     join refunds f on f.invoice_id = i.id and f.lot_id = i.lot_id
     where e.fine_id = $1 and e.seq = $2 and f.resolution = 'PAID_BACK' and f.settled_at = e.at) as is`,
)

/** Returns whether an event is a refund that the lot paid back itself. */
export async function wasPaidBack(db: Queryable, of: { fine_id: string; seq: number }): Promise<boolean> {
  return (await queryPrepared(db, paidBack, [of.fine_id, of.seq]))[0]?.is ?? false
}

const due = statement(
  'list_fines_due',
  { id: 'uuid', created_at: 'timestamptz', due_at: 'timestamptz!', time_zone: 'text' },
  `select f.id, f.created_at, f.due_at, l.time_zone from fines f join lots l on l.id = f.lot_id
   where f.status = 'UNPAID' and f.user_id is not null and f.due_at > $1 and f.due_at <= $1::timestamptz + make_interval(days => $2)
     and not exists (select from fine_appeals a where a.fine_id = f.id and a.lot_id = f.lot_id and a.status = 'OPEN')
   order by f.due_at`,
)

/** Returns the unpaid fines that are due within some days, without those whose appeal is open. */
export const listFinesDue = (pool: pg.Pool, now: Date, days: number) =>
  query(pool, due, [now.toISOString(), days])
