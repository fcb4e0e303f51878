import type { FailedPlanRefund } from '@openspot/contract/platform/unpaid-plans.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'

const owed = statement(
  'list_failed_plan_refunds',
  {
    id: 'uuid',
    lot: json<FailedPlanRefund['lot']>(),
    invoice_number: 'bigint',
    currency: 'text',
    amount_cents: 'integer',
    payer_name: 'text?',
    failure_message: 'text?',
    failed_at: 'timestamptz!',
  },
  // `refunds_owed` finds the refunds.
  `select f.id, jsonb_build_object('id', l.id, 'name', l.name, 'time_zone', l.time_zone) as lot, i.number as invoice_number, i.currency,
     f.amount_cents, nullif(concat_ws(' ', u.first_name, u.last_name), '') as payer_name, f.failure_message, f.failed_at
   from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id join lots l on l.id = f.lot_id join users u on u.id = i.user_id
   where f.status = 'FAILED' and f.resolution is null and i.kind = 'PLAN'
     and ($1::timestamptz is null or (f.failed_at, f.id) > ($1, $2::uuid))
   order by f.failed_at, f.id limit $3`,
)

/** Returns the failed refunds of plans that are still owed, the longest owed first, with one row more than the page if more follow. */
export const listFailedPlanRefunds = (
  db: Db,
  after: (string | number)[] | null,
  limit: number,
): Promise<FailedPlanRefund[]> => queryPrepared(db, owed, [after?.[0] ?? null, after?.[1] ?? null, limit + 1])
