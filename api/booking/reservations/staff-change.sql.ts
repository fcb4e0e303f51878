import type { StaffChangePreview } from '@openspot/contract/booking/staff-changes.ts'
import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { APPROVAL_HOURS } from '@openspot/core/billing/approval.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, jsonRecord, type RecordOf, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { holding } from '../occupancy/holding.sql.ts'

const conflicts = statement(
  'list_change_conflicts',
  {
    reservation_id: 'uuid',
    status: 'reservations.status',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
    name: 'text?',
  },
  // The condition of the exclusion constraint, so that its index is used.
  `select r.id as reservation_id, r.status, r.starts_at, r.ends_at, u.name
   from reservations r left join lateral visible_person(r.lot_id, r.user_id, $6::timestamptz, ${GUEST_DAYS}) u on true
   where r.lot_id = $1::uuid and r.spot_id = $2::uuid and r.status in ${holding}
     and tstzrange(r.starts_at, r.ends_at, '[)') && tstzrange($3::timestamptz, $4::timestamptz, '[)')
     and r.id <> $5::uuid and r.changes_id is distinct from $5::uuid
   order by r.starts_at limit 20`,
)

/** Returns the other reservations of a spot at a time, by start. */
export function listConflicts(
  pool: pg.Pool,
  of: {
    lot_id: string
    spot_id: string
    starts_at: string
    ends_at: string | null
    except: string
    now: Date
  },
): Promise<StaffChangePreview['conflicts']> {
  const values = [of.lot_id, of.spot_id, of.starts_at, of.ends_at, of.except, of.now.toISOString()]
  return queryPrepared(pool, conflicts, values)
}

const billRecord = jsonRecord(
  'write_bill.p',
  {
    bill_id: 'uuid',
    amount_cents: 'integer',
    service_fee_cents: 'integer',
    lines: json<PriceLine[]>(),
    staff_user_id: 'uuid',
    /** What the bill stands for. It stays when the bill is withdrawn. */
    change_cents: 'integer',
    is_billed: 'boolean',
    approval_hours: 'integer',
  },
  {},
)
type BillRecord = RecordOf<typeof billRecord>

const billed = statement(
  'bill_change',
  {
    outcome: text<'added' | 'exists' | 'wrong_status' | 'above_cap' | 'lot_not_trusted'>(),
    room_cents: 'integer?',
  },
  'select outcome, room_cents from bill_change($1, $2, $3, $4)',
)

/** Bills what a change added, in the transaction of the change. With what further bills may still add up to. */
export async function billChange(
  tx: Tx,
  now: Date,
  { id, lot_id }: { id: string; lot_id: string },
  bill: Omit<BillRecord, 'approval_hours' | 'change_cents'>,
) {
  const record: BillRecord = { ...bill, change_cents: bill.amount_cents, approval_hours: APPROVAL_HOURS }
  const [row] = await queryPrepared(tx, billed, [now.toISOString(), lot_id, id, JSON.stringify(record)])
  return row ?? { outcome: 'wrong_status' as const, room_cents: null }
}

const made = statement(
  'find_made_change',
  { is_done: 'boolean', bill_id: 'uuid?', total_cents: 'integer?', needs_approval: 'boolean?' },
  `select exists (select from audit_log a where a.id = $1::uuid) as is_done, i.id as bill_id, i.total_cents,
     i.needs_approval and i.approved_at is null as needs_approval
   from (select) one left join invoices i on i.id = $1::uuid and i.status <> 'CANCELED'`,
)

/** Returns whether the change with this id of a request was made, and its bill. */
export async function findMadeChange(pool: pg.Pool, id: string) {
  const [row] = await queryPrepared(pool, made, [id])
  const { bill_id, total_cents, needs_approval } = row ?? {}
  return {
    is_done: row?.is_done ?? false,
    bill:
      bill_id && total_cents != null
        ? { id: bill_id, total_cents, needs_approval: needs_approval === true }
        : null,
  }
}
