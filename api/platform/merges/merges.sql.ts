import type { MergePreview } from '@openspot/contract/platform/merges.ts'
import type { MergeBlocker } from '@openspot/core/accounts/enums.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement, text } from '@openspot/db/rows.ts'
import { holding } from '../../booking/occupancy/holding.sql.ts'

const preview = statement(
  'preview_merge',
  {
    moves: json<MergePreview['moves']>(),
    earnings: json<MergePreview['earnings']>(),
    blockers: json<MergeBlocker[]>(),
  },
  `select jsonb_build_object(
       'reservations', (select count(*) from reservations r where r.user_id = $1),
       'live_reservations', (select count(*) from reservations r where r.user_id = $1 and r.status in ${holding}
         and (r.ends_at is null or r.ends_at > $3::timestamptz)),
       'invoices', (select count(*) from invoices i where i.user_id = $1),
       'vehicles', (select count(*) from cars c where c.user_id = $1 and c.deleted_at is null and not exists (
         select from cars o where o.user_id = $2 and o.deleted_at is null
           and (o.plate_normalized, o.region) = (c.plate_normalized, c.region))),
       'payment_methods', (select count(*) from payment_methods m where m.user_id = $1 and m.deleted_at is null),
       'memberships', (select count(*) from memberships m where m.user_id = $1 and m.status <> 'DELETED'),
       'hosted_spots', (select count(*) from spots s where s.assigned_user_id = $1 and s.deleted_at is null),
       'subscriptions', (select count(*) from subscriptions s where s.user_id = $1 and s.ended_at is null),
       'payout_accounts', (select count(*) from payout_accounts a where a.user_id = $1)) as moves,
     (select coalesce(jsonb_agg(jsonb_build_object('currency', e.currency, 'amount_cents', e.cents) order by e.currency), '[]')
       from (select currency, sum(amount_cents - paid_out_cents) as cents from earnings where user_id = $1
         group by currency having sum(amount_cents - paid_out_cents) <> 0) e) as earnings,
     (select coalesce(jsonb_agg(b), '[]') from merge_blockers($1::uuid, $2::uuid, $3::timestamptz) b) as blockers`,
)

/** Returns what of one user would belong to the other, and what prevents it. */
export async function previewMerge(
  db: Db,
  from_id: string,
  into_id: string,
  now: Date,
): Promise<Omit<MergePreview, 'from' | 'into'>> {
  const [row] = await queryPrepared(db, preview, [from_id, into_id, now.toISOString()])
  if (!row) throw new Error('A statement without a source returns one row.')
  return row
}

const merge = statement(
  'merge_accounts',
  { blocker: text<MergeBlocker>() },
  'select b as blocker from merge_accounts($1::uuid, $2::uuid, $3::timestamptz) b',
)

/** Merges two accounts, or changes nothing and returns what prevents it. Locks both. */
export async function mergeAccounts(
  tx: Tx,
  from_id: string,
  into_id: string,
  now: Date,
): Promise<MergeBlocker[]> {
  const rows = await queryPrepared(tx, merge, [from_id, into_id, now.toISOString()])
  return rows.map(({ blocker }) => blocker)
}
