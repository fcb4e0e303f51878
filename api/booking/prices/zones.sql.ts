import type { Zone } from '@openspot/contract/booking/prices.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { deleteAvailabilityRules } from '../availability/availability.sql.ts'

/** The rates of a row as one JSON object. */
const rates = sql<QuoteRates>`json_build_object('half_hour_cents', half_hour_cents, 'hour_cents', hour_cents,
  'day_cents', day_cents, 'month_cents', month_cents)`

const spotCount = sql<number>`(select count(*) from spots s where s.lot_id = zones.lot_id and s.zone_id = zones.id and s.deleted_at is null)`

const select = (db: Db) =>
  db
    .selectFrom('zones')
    .select(['id', 'lot_id', 'name', rates.as('rates'), spotCount.as('spot_count'), 'version'])
    .where('deleted_at', 'is', null)

export function listZones(db: Db, lot_id: string): Promise<Zone[]> {
  return select(db).where('lot_id', '=', lot_id).orderBy(sql`lower(name)`).execute()
}

export function findZone(db: Db, id: string): Promise<Zone | undefined> {
  return select(db).where('id', '=', id).executeTakeFirst()
}

export async function insertZone(tx: Tx, zone: Insertable<DB['zones']>): Promise<void> {
  await tx.insertInto('zones').values(zone).execute()
}

/** Like `findZone`, and locks the zone until the transaction ends. */
export function lockZoneRow(tx: Tx, id: string): Promise<Zone | undefined> {
  return select(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updateZone(tx: Tx, id: string, patch: Updateable<DB['zones']>): Promise<void> {
  await tx
    .updateTable('zones')
    .set(patch)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a zone with its closures and removes it from its spots. */
export async function deleteZone(tx: Tx, lot_id: string, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('spots')
    .set({ zone_id: null })
    .where('lot_id', '=', lot_id)
    .where('zone_id', '=', id)
    .execute()
  const rules = await tx
    .selectFrom('availability')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('zone_id', '=', id)
    .execute()
  await deleteAvailabilityRules(
    tx,
    now,
    lot_id,
    rules.map((rule) => rule.id),
  )
  await updateZone(tx, id, { deleted_at: now.toISOString() })
}
