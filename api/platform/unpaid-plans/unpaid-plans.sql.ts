import type { UnpaidPlan, UnpaidPlanTotal } from '@openspot/contract/platform/unpaid-plans.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'

// `invoices_unpaid_plan` finds the invoices. Their own age says little: a bill gets a new one when another owner takes it over.
const owed = `owed as (
     select i.lot_id, i.currency, sum(i.total_cents)::bigint as amount_cents, count(*)::int as bills, min(b.created_at) as unpaid_since,
       min(i.next_attempt_at) as next_attempt_at, case when bool_and(i.grace_ends_at is not null) then min(i.grace_ends_at) end as due_at
     from invoices i join plan_bills b on b.id = i.plan_bill_id and b.lot_id = i.lot_id
     where i.kind = 'PLAN' and i.status = 'FAILED' group by 1, 2
   )`
const isChosen = '($1::boolean is null or (l.plan_ended_at is not null) = $1)'

const unpaid = statement(
  'list_unpaid_plans',
  {
    id: 'text',
    lot: json<UnpaidPlan['lot']>(),
    plan_name: 'text?',
    currency: 'text',
    amount_cents: 'bigint',
    bills: 'integer',
    unpaid_since: 'timestamptz',
    next_attempt_at: 'timestamptz?',
    has_method: 'boolean',
    due_at: 'timestamptz?',
    stopped_at: 'timestamptz?',
    owners: json<UnpaidPlan['owners']>(),
  },
  `with ${owed}
   select l.id || ' ' || o.currency as id, jsonb_build_object('id', l.id, 'name', l.name, 'time_zone', l.time_zone) as lot, p.name as plan_name, o.currency, o.amount_cents,
     o.bills, o.unpaid_since, o.next_attempt_at, o.due_at, l.plan_ended_at as stopped_at,
     exists (select from consents c where c.subscription_id = s.id and c.lot_id = s.lot_id and c.purpose = 'PLAN_CHARGES'
       and c.ended_at is null) as has_method,
     (select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email,
         'name', coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, '')) order by u.created_at, u.id), '[]')
       from memberships m join users u on u.id = m.user_id
       where m.lot_id = l.id and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE') as owners
   from owed o join lots l on l.id = o.lot_id
     left join subscriptions s on s.lot_id = l.id and s.kind = 'LOT_PLAN' and s.ended_at is null left join plans p on p.id = s.plan_id
   where ${isChosen}
     and ($2::timestamptz is null or (o.unpaid_since, o.lot_id, o.currency) > ($2, $3::uuid, $4))
   order by o.unpaid_since, o.lot_id, o.currency limit $5`,
)

const totals = statement(
  'sum_unpaid_plans',
  { currency: 'text', amount_cents: 'bigint', lots: 'integer', bills: 'integer' },
  `with ${owed}
   select o.currency, sum(o.amount_cents)::bigint as amount_cents, count(*)::int as lots, sum(o.bills)::int as bills
   from owed o join lots l on l.id = o.lot_id where ${isChosen} group by 1 order by 1`,
)

/** Returns the lots that owe bills of their plan, the longest unpaid first, with one row more than the page if more follow. */
export function listUnpaidPlans(
  db: Db,
  is_stopped: boolean | null,
  after: (string | number)[] | null,
  limit: number,
): Promise<UnpaidPlan[]> {
  return queryPrepared(db, unpaid, [
    is_stopped,
    after?.[0] ?? null,
    after?.[1] ?? null,
    after?.[2] ?? null,
    limit + 1,
  ])
}

/** Returns what all of these lots owe together, by currency. */
export const sumUnpaidPlans = (db: Db, is_stopped: boolean | null): Promise<UnpaidPlanTotal[]> =>
  queryPrepared(db, totals, [is_stopped])
