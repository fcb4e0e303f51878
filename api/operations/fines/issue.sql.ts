import type { FineReason } from '@openspot/core/fines/enums.ts'
import { KNOWN_DRIVER_DAYS } from '@openspot/core/fines/limits.ts'
import type { FineTerms } from '@openspot/core/fines/terms.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'

/** Serializes the fines of one plate in a lot until the transaction ends, so that they count each other. */
export async function lockPlate(tx: Tx, lot_id: string, plate_normalized: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fine ${lot_id} ${plate_normalized}`}, 7007))`.execute(
    tx,
  )
}

const terms = statement(
  'find_fine_terms',
  {
    id: 'uuid',
    name: 'text',
    version: 'integer',
    is_default: 'boolean',
    fine_terms: json<FineTerms>(),
  },
  `select rs.id, rs.name, v.version, rs.is_default, v.fine_terms || '{}' as fine_terms
   from rule_sets rs join rule_set_versions v on v.rule_set_id = rs.id and v.lot_id = rs.lot_id and v.version = rs.version
     left join memberships m on m.lot_id = rs.lot_id and m.user_id = $2 and m.status = 'ACTIVE'
     left join groups g on g.id = m.group_id and g.lot_id = m.lot_id and g.deleted_at is null
   where rs.lot_id = $1 and rs.deleted_at is null and (rs.is_default or rs.id = g.rule_set_id) and v.fine_terms is not null
   order by rs.id is not distinct from g.rule_set_id desc limit 1`,
)

/** Returns what the rule set of a person's group says about fines, or else the lot's default. */
export async function findFineTerms(tx: Tx, lot_id: string, user_id: string | null) {
  return (await queryPrepared(tx, terms, [lot_id, user_id]))[0]
}

const drivers = statement(
  'find_drivers_of_plate',
  { user_id: 'uuid', car_id: 'uuid' },
  `select distinct on (c.user_id) c.user_id, c.id as car_id from cars c
   where c.plate_normalized = $2 and c.deleted_at is null and ($3 = '' or c.region in ('', $3))
     and (exists (select from memberships m where m.lot_id = $1 and m.user_id = c.user_id and m.status = 'ACTIVE' and m.acted_at is not null)
       or exists (select from reservations r where r.lot_id = $1 and r.car_id = c.id and r.status = 'ACTIVE'
         and (r.ends_at is null or r.ends_at > $4::timestamptz - interval '${KNOWN_DRIVER_DAYS} days')))
   order by c.user_id, c.region desc limit 2`,
)

/** Returns whose vehicle a plate is, if the lot knows exactly one person with it. */
export async function findDriverOfPlate(
  tx: Tx,
  of: { lot_id: string; plate_normalized: string; region: string; seen_at: string },
): Promise<{ user_id: string; car_id: string } | null> {
  const rows = await queryPrepared(tx, drivers, [of.lot_id, of.plate_normalized, of.region, of.seen_at])
  return rows.length === 1 ? (rows[0] ?? null) : null
}

/** Returns a vehicle by its ID. */
export const findCar = (tx: Tx, car_id: string) =>
  tx
    .selectFrom('cars')
    .select(['id', 'user_id', 'plate_normalized'])
    .where('id', '=', car_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const earlier = statement(
  'list_earlier_fines',
  { fine_id: 'uuid', seen_at: 'timestamptz' },
  `select f.id as fine_id, f.seen_at from fines f
   where f.lot_id = $1 and f.plate_normalized = $2 and ($3 = '' or f.region in ('', $3)) and f.reason = $4 and f.status <> 'VOIDED'
     and f.seen_at > $5::timestamptz - make_interval(days => $6) and f.seen_at <= $5::timestamptz
   order by f.seen_at, f.id`,
)

/** Returns the warnings and fines of a plate that count for its next one, oldest first. */
export const listEarlierFines = (
  tx: Tx,
  of: {
    lot_id: string
    plate_normalized: string
    region: string
    reason: FineReason
    seen_at: string
    within_days: number
  },
): Promise<{ fine_id: string; seen_at: string }[]> =>
  queryPrepared(tx, earlier, [
    of.lot_id,
    of.plate_normalized,
    of.region,
    of.reason,
    of.seen_at,
    of.within_days,
  ])

const same = statement(
  'find_same_violation',
  { fine_id: 'uuid' },
  `select f.id as fine_id from fines f
   where f.lot_id = $1 and f.plate_normalized = $2 and f.reason = $3 and f.status <> 'VOIDED'
     and f.seen_at between $4::timestamptz - make_interval(mins => $5) and $4::timestamptz + make_interval(mins => $5)
   order by f.seen_at limit 1`,
)

/** Returns the fine of the same plate for the same reason about that time, if there is one. */
export async function findSameViolation(
  tx: Tx,
  of: { lot_id: string; plate_normalized: string; reason: FineReason; seen_at: string; minutes: number },
): Promise<string | null> {
  const rows = await queryPrepared(tx, same, [
    of.lot_id,
    of.plate_normalized,
    of.reason,
    of.seen_at,
    of.minutes,
  ])
  return rows[0]?.fine_id ?? null
}

const lotOfFine = statement(
  'find_lot_of_fine',
  {
    name: 'text',
    currency: 'text',
    fine_due_days: 'integer',
    fine_appeal_days: 'integer',
    is_trusted: 'boolean',
    spot_label: 'text?',
    is_active_member: 'boolean',
  },
  `select l.name, l.currency, l.fine_due_days, l.fine_appeal_days, l.trust_level = 'TRUSTED' as is_trusted,
     (select s.label from spots s where s.id = $2 and s.lot_id = l.id and s.deleted_at is null) as spot_label,
     is_active_member(l.id, $3) as is_active_member
   from lots l where l.id = $1`,
)

/** Returns what a fine depends on: the lot, the label of its spot, and whether the driver is an active member. */
export async function getLotOfFine(tx: Tx, lot_id: string, spot_id: string | null, user_id: string | null) {
  const [row] = await queryPrepared(tx, lotOfFine, [lot_id, spot_id, user_id])
  if (!row) throw new Error(`There is no lot ${lot_id}.`)
  return row
}

export async function insertFine(tx: Tx, fine: Insertable<DB['fines']>): Promise<void> {
  await tx.insertInto('fines').values(fine).execute()
}

/** Writes the first event of a fine. Its photos must have been attached. */
export async function openFineChain(tx: Tx, now: Date, lot_id: string, fine_id: string): Promise<void> {
  await sql`select open_fine_chain(${now.toISOString()}::timestamptz, ${lot_id}::uuid, ${fine_id}::uuid)`.execute(
    tx,
  )
}
