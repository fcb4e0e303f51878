import type { balanceStates, PlatformBalance } from '@openspot/contract/platform/balances.ts'
import { query } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, orNull, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { failureMessage } from '../../money/payouts/failure.rules.ts'

interface Failed {
  payout_id: string
  number: number
  amount_cents: number
  created_at: string
  code: string | null
}

/** Whether something is due and no bank account takes it, or the lot is not approved. */
const isOnHold = `p.due_cents > 0 and (l.trust_level <> 'TRUSTED' or a.stripe_account_id is null or not a.payouts_enabled or a.schedule = 'PAUSED')`

const balances = statement(
  'list_platform_balances',
  {
    lot_id: 'uuid',
    lot_name: 'text',
    time_zone: 'text',
    payee_kind: text<PlatformBalance['payee_kind']>(),
    user_id: 'uuid?',
    payee_name: 'text?',
    currency: 'text',
    balance_cents: 'bigint',
    due_cents: 'bigint',
    below_zero_since: 'timestamptz?',
    failed_cents: 'bigint',
    failed_payouts: 'integer',
    last_failure: orNull(json<Failed>()),
    account: text<PlatformBalance['account']>(),
  },
  `with open as (
     select e.lot_id, e.payee_kind, e.user_id, e.currency, e.amount_cents - e.paid_out_cents as cents,
       e.amount_cents < e.paid_out_cents or e.due_at <= $1 as is_due, 0::bigint as failed_cents, 0 as failed,
       case when e.amount_cents < e.paid_out_cents then coalesce(
         (select min(d.opened_at) from disputes d where e.source_kind = 'INVOICE' and d.invoice_id = e.source_id and d.lot_id = e.lot_id),
         (select min(f.created_at) from refunds f where e.source_kind = 'INVOICE' and f.invoice_id = e.source_id and f.lot_id = e.lot_id),
         e.created_at) end as since
     from earnings e where e.amount_cents <> e.paid_out_cents
     union all
     select p.lot_id, p.payee_kind, p.user_id, p.currency, 0, false, p.amount_cents, 1, null from payouts p where p.status = 'FAILED'
   ), payees as (
     select lot_id, payee_kind, user_id, currency, sum(cents)::bigint as balance_cents,
       coalesce(sum(cents) filter (where is_due), 0)::bigint as due_cents, min(since) as since,
       sum(failed_cents)::bigint as failed_cents, sum(failed)::int as failed_payouts
     from open group by 1, 2, 3, 4
   )
   select p.lot_id, l.name as lot_name, l.time_zone, p.payee_kind, p.user_id,
     nullif(concat_ws(' ', u.first_name, u.last_name), '') as payee_name, p.currency, p.balance_cents, p.due_cents,
     case when p.balance_cents < 0 then p.since end as below_zero_since, p.failed_cents, p.failed_payouts,
     (select jsonb_build_object('payout_id', o.id, 'number', o.number, 'amount_cents', o.amount_cents,
         'created_at', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'code', o.failure_code)
       from payouts o where o.status = 'FAILED' and o.lot_id = p.lot_id and o.payee_kind = p.payee_kind
         and o.user_id is not distinct from p.user_id and o.currency = p.currency
       order by o.created_at desc, o.id desc limit 1) as last_failure,
     case when l.trust_level = 'BLOCKED' then 'BLOCKED' when a.stripe_account_id is null then 'NONE' when not a.payouts_enabled then 'INCOMPLETE'
       when l.trust_level <> 'TRUSTED' then 'IN_REVIEW' when a.schedule = 'PAUSED' then 'PAUSED' else 'READY' end as account
   from payees p join lots l on l.id = p.lot_id left join users u on u.id = p.user_id
     left join payout_accounts a on case p.payee_kind when 'LOT' then a.lot_id = p.lot_id else a.user_id = p.user_id end
   where (p.balance_cents <> 0 or p.failed_payouts > 0)
     and case $2::text when 'BELOW_ZERO' then p.balance_cents < 0 when 'FAILED' then p.failed_payouts > 0
       when 'ON_HOLD' then ${isOnHold} when 'OWED' then p.balance_cents > 0 else true end
     and ($3::text is null or l.name ilike $3 or concat_ws(' ', u.first_name, u.last_name) ilike $3)
   order by case when p.failed_payouts > 0 then 0 when p.balance_cents < 0 then 1 when ${isOnHold} then 2 else 3 end, p.balance_cents, p.lot_id, p.user_id nulls first, p.currency
   offset $4 limit $5`,
)

export interface BalanceFilter {
  state?: (typeof balanceStates)[number]
  search?: string
}

/** Returns the balances after the first `skipped`, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listPlatformBalances(
  pool: pg.Pool,
  now: Date,
  { state, search }: BalanceFilter,
  skipped: number,
  limit: number,
): Promise<PlatformBalance[]> {
  const part = search?.trim() ? containing(search.trim()) : null
  const rows = await query(pool, balances, [now.toISOString(), state ?? null, part, skipped, limit + 1])
  return rows.map(({ lot_id, lot_name, time_zone, last_failure, ...row }) => ({
    ...row,
    id: [lot_id, row.user_id ?? 'lot', row.currency].join(' '),
    lot: { id: lot_id, name: lot_name, time_zone },
    last_failure: last_failure && withMessage(last_failure),
  }))
}

const withMessage = ({ code, ...failed }: Failed) => ({
  ...failed,
  message: failureMessage('FAILED', code ?? '').message,
})
