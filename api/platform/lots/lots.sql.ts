import type { Output } from '@openspot/contract/call.ts'
import type { listPlatformLotsRoute, PlatformLot } from '@openspot/contract/platform/lots.ts'
import type { LotTrustLevel } from '@openspot/core/enums.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, statement } from '@openspot/db/rows.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const shape = {
  id: 'uuid',
  public_id: 'text',
  name: 'text',
  street: 'text?',
  city: 'text?',
  region: 'text?',
  country: 'text',
  is_private: 'boolean',
  spot_count: 'integer',
  source: 'text?',
  created_at: 'timestamptz',
  trust_level: 'lots.trust_level',
  trust_reason: 'text?',
  trust_decided_at: 'timestamptz?',
  plan_name: 'text?',
  owners: json<PlatformLot['owners']>(),
  gaps: json<PlatformLot['gaps']>(),
} as const

/** What lot `l` still lacks, in the order of `lotGaps`. */
export const gapsColumn = `(select coalesce(jsonb_agg(g.gap order by g.place), '[]') from (values
        (1, 'SPOTS', l.spot_count = 0),
        (2, 'PRICE', not l.has_own_rates and num_nonnulls(l.half_hour_cents, l.hour_cents, l.day_cents, l.month_cents) = 0),
        (3, 'PAYOUT_ACCOUNT', not exists (select from payout_accounts a where a.lot_id = l.id and a.payouts_enabled))
      ) g (place, gap, is_missing) where g.is_missing) as gaps`

const columns = `l.id, l.public_id, l.name, l.street, l.city, l.region, l.country, l.is_private, l.spot_count, l.source, l.created_at,
      l.trust_level, l.trust_reason, l.trust_decided_at,
      (select p.name from subscriptions s join plans p on p.id = s.plan_id
        where s.lot_id = l.id and s.kind = 'LOT_PLAN' and s.ended_at is null) as plan_name,
      (select coalesce(jsonb_agg(jsonb_build_object('user_id', u.id, 'email', u.email,
          'name', coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, '')) order by u.created_at, u.id), '[]')
        from memberships m join users u on u.id = m.user_id
        where m.lot_id = l.id and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE') as owners,
      ${gapsColumn}`

const matches = `($1::text is null or l.id::text = $1 or l.public_id = $1
      or (l.name || ' ' || coalesce(l.street, '') || ' ' || coalesce(l.city, '')) ilike $2
      or exists (select from memberships m join users u on u.id = m.user_id where m.lot_id = l.id and m.role = 'SUPER_ADMIN'
        and m.status = 'ACTIVE' and concat_ws(' ', u.first_name, u.last_name, u.email) ilike $2))
      and ($3::lot_trust_level is null or l.trust_level = $3)`

const newestLots = statement(
  'list_platform_lots',
  shape,
  `select ${columns} from lots l
    where ${matches} and ($4::timestamptz is null or (l.created_at, l.id) < ($4::timestamptz, $5::uuid))
    order by l.created_at desc, l.id desc limit $6`,
)

const oldestLots = statement(
  'list_oldest_platform_lots',
  shape,
  `select ${columns} from lots l
    where ${matches} and l.retired_at is null and ($4::timestamptz is null or (l.created_at, l.id) > ($4::timestamptz, $5::uuid))
    order by l.created_at, l.id limit $6`,
)

interface ListRequest {
  search?: string
  trust_level?: LotTrustLevel
  cursor?: string
  limit?: number
}

/** Returns the lots that match a search with their owners: newest first, or, if they wait for a review, oldest first. */
export async function listLots(
  db: Db,
  { search, trust_level, cursor, limit = 20 }: ListRequest,
): Promise<Output<typeof listPlatformLotsRoute>> {
  const after = decodeCursor(cursor, ['instant', 'uuid'])
  const rows = await queryPrepared(db, trust_level === 'NEW' ? oldestLots : newestLots, [
    search ?? null,
    containing((search ?? '').trim()),
    trust_level ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return pageOf(rows, limit, (row) => [row.created_at, row.id])
}

const oneLot = statement('get_platform_lot', shape, `select ${columns} from lots l where l.id = $1`)

export async function getLot(db: Db, lot_id: string): Promise<PlatformLot> {
  const [row] = await queryPrepared(db, oneLot, [lot_id])
  if (!row) throw new Error(`Lot ${lot_id} is gone.`)
  return row
}

/** Returns the trust level of a lot and locks it until the transaction ends. */
export async function lockTrustLevel(tx: Tx, lot_id: string): Promise<LotTrustLevel> {
  const { trust_level } = await tx
    .selectFrom('lots')
    .select('trust_level')
    .where('id', '=', lot_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return trust_level
}

export async function setTrustLevel(
  tx: Tx,
  lot_id: string,
  decision: { trust_level: LotTrustLevel; trust_reason: string; trust_decided_at: string },
): Promise<void> {
  await tx
    .updateTable('lots')
    .set(decision)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', lot_id)
    .execute()
}
