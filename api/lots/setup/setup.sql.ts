import type { LotSetup } from '@openspot/contract/lots/lot-setup.ts'
import type { PlatformLot } from '@openspot/contract/platform/lots.ts'
import { type LotSetupStep, lotSetupSteps, requiredSetupSteps } from '@openspot/core/lots/setup.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { gapsColumn } from '../../platform/lots/lots.sql.ts'

/** The usual time of a review is the median of this many latest decisions; with fewer than three, there is none. */
const REVIEWS = 20
const LEAST_REVIEWS = 3

const setupRow = statement(
  'get_lot_setup',
  {
    is_private: 'boolean',
    is_retired: 'boolean',
    trust_level: 'lots.trust_level',
    trust_reason: 'text?',
    trust_decided_at: 'timestamptz?',
    created_at: 'timestamptz',
    has_address: 'boolean',
    has_outline: 'boolean',
    has_description: 'boolean',
    has_photos: 'boolean',
    has_sign: 'boolean',
    has_staff: 'boolean',
    gaps: json<PlatformLot['gaps']>(),
    lots_ahead: 'integer',
    usual_review_minutes: 'integer?',
  },
  `select l.is_private, l.retired_at is not null as is_retired, l.trust_level, l.trust_reason, l.trust_decided_at, l.created_at,
      num_nonnulls(l.street, l.city) = 2 as has_address,
      l.boundary is not null as has_outline,
      l.description is not null as has_description,
      l.photo_ids <> '{}' as has_photos,
      exists (select from signs s where s.lot_id = l.id) as has_sign,
      exists (select from memberships m where m.lot_id = l.id and m.role <> 'MEMBER' and m.status = 'ACTIVE'
          and m.user_id is distinct from l.created_by_user_id)
        or exists (select from invites i where i.lot_id = l.id and i.role <> 'MEMBER' and i.revoked_at is null
          and i.declined_at is null and i.expires_at > $2) as has_staff,
      ${gapsColumn},
      (select count(*) from lots o where o.trust_level = 'NEW' and o.created_at < l.created_at)::int as lots_ahead,
      (select round(percentile_cont(0.5) within group (order by d.minutes))::int from (
        select extract(epoch from o.trust_decided_at - o.created_at) / 60 as minutes from lots o
          where o.trust_decided_at is not null order by o.trust_decided_at desc limit ${REVIEWS}) d
        having count(*) >= ${LEAST_REVIEWS}) as usual_review_minutes
    from lots l where l.id = $1`,
)

/** Returns what a lot has, what it lacks, and the state of its review. */
export async function getSetup(pool: pg.Pool, lot_id: string, now: Date): Promise<LotSetup> {
  const [row] = await queryPrepared(pool, setupRow, [lot_id, now.toISOString()])
  if (!row) throw new Error(`Lot ${lot_id} is gone.`)
  const done: Record<LotSetupStep, boolean> = {
    ADDRESS: row.has_address,
    OUTLINE: row.has_outline,
    SPOTS: !row.gaps.includes('SPOTS'),
    PRICE: !row.gaps.includes('PRICE'),
    PAGE: row.has_description,
    PHOTOS: row.has_photos,
    SIGN: row.has_sign,
    STAFF: row.has_staff,
    PAYOUT_ACCOUNT: !row.gaps.includes('PAYOUT_ACCOUNT'),
  }
  const isWaiting = row.trust_level === 'NEW'
  return {
    steps: lotSetupSteps.map((step) => ({
      step,
      is_done: done[step],
      is_required: requiredSetupSteps.includes(step),
    })),
    is_private: row.is_private,
    is_retired: row.is_retired,
    trust_level: row.trust_level,
    trust_reason: row.trust_reason,
    trust_decided_at: row.trust_decided_at,
    waiting_since: isWaiting ? (row.trust_decided_at ?? row.created_at) : null,
    lots_ahead: isWaiting ? row.lots_ahead : null,
    usual_review_minutes: row.usual_review_minutes,
  }
}
