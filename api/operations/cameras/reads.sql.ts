import type { PlateRead } from '@openspot/contract/operations/visits.ts'
import type { PlateGateResult } from '@openspot/core/cameras/enums.ts'
import type { GateReason } from '@openspot/core/gates/enums.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

/**
 * Inserts a read, or replaces what an earlier stage of the same passage read. The events of a passage give the same row in
 * any order. Returns the row, and the key of the vehicle that it was taken for before.
 */
export async function upsertRead(tx: Tx, read: Insertable<DB['plate_reads']> & { camera_id: string }) {
  const before = await tx
    .selectFrom('plate_reads')
    .select('visit_key')
    .where('camera_id', '=', read.camera_id)
    .where('event_key', '=', read.event_key)
    .forUpdate()
    .executeTakeFirst()
  const {
    id: _id,
    lot_id: _lot,
    camera_id: _camera,
    event_key: _key,
    received_at: _received,
    ...facts
  } = read
  const replaced = Object.keys(facts).filter((name) => name !== 'captured_at')
  const isNewer = sql`(excluded.stage, excluded.stage_at, excluded.plate) > (plate_reads.stage, plate_reads.stage_at, plate_reads.plate)`
  const row = await tx
    .insertInto('plate_reads')
    .values(read)
    .onConflict((on) =>
      on.constraint('plate_reads_once').doUpdateSet({
        captured_at: sql`least(plate_reads.captured_at, excluded.captured_at)`,
        ...Object.fromEntries(
          replaced.map((name) => [
            name,
            sql`case when ${isNewer} then ${sql.ref(`excluded.${name}`)} else ${sql.ref(`plate_reads.${name}`)} end`,
          ]),
        ),
      }),
    )
    .returning(['id', 'visit_key', 'match', 'user_id', 'gate_result', 'captured_at'])
    .executeTakeFirstOrThrow()
  return { ...row, before_key: before?.visit_key ?? null }
}

/** Inserts that staff saw, or know, that a vehicle left. */
export async function insertStaffRead(
  tx: Tx,
  of: {
    id: string
    lot_id: string
    user_id: string
    plate: string
    region: string
    visit_key: string
    now: Date
  },
): Promise<void> {
  const { id, lot_id, plate, region, visit_key } = of
  const now = of.now.toISOString()
  await tx
    .insertInto('plate_reads')
    .values({
      id,
      lot_id,
      recorded_by_user_id: of.user_id,
      event_key: id,
      plate,
      plate_normalized: plate,
      region,
      visit_key,
      captured_at: now,
      received_at: now,
      direction: 'OUT',
      stage: 2,
      stage_at: now,
    })
    .execute()
}

export async function setGateResult(
  db: Db,
  of: { lot_id: string; read_id: string; gate_result: PlateGateResult; gate_open_id: string | null },
): Promise<void> {
  await db
    .updateTable('plate_reads')
    .set({ gate_result: of.gate_result, gate_open_id: of.gate_open_id })
    .where('id', '=', of.read_id)
    .where('lot_id', '=', of.lot_id)
    .execute()
}

/** Stores the picture of a read, unless it has one. */
export async function insertImage(db: Db, image: Insertable<DB['plate_read_images']>): Promise<void> {
  await db
    .insertInto('plate_read_images')
    .values(image)
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function findImage(db: Db, lot_id: string, read_id: string): Promise<Buffer | undefined> {
  const image = await db
    .selectFrom('plate_read_images')
    .select('bytes')
    .where('read_id', '=', read_id)
    .where('lot_id', '=', lot_id)
    .executeTakeFirst()
  return image?.bytes
}

const listed = statement(
  'list_plate_reads',
  {
    id: 'uuid',
    camera_name: 'text?',
    plate: 'text',
    region: 'text',
    confidence: 'smallint?',
    direction: 'plate_reads.direction',
    captured_at: 'timestamptz',
    received_at: 'timestamptz',
    match: 'plate_reads.match',
    is_ambiguous: 'boolean',
    right_kind: 'text?',
    right_plate: 'text?',
    spot_label: 'text?',
    gate_result: 'text?',
    gate_reason: 'text?',
    has_image: 'boolean',
  },
  `select r.id, c.name as camera_name, r.plate, r.region, r.confidence, r.direction, r.captured_at, r.received_at, r.match, r.is_ambiguous,
     r.right_kind, r.right_plate, r.spot_label, r.gate_result, coalesce(p.reason, o.reason) as gate_reason,
     exists (select from plate_read_images i where i.read_id = r.id and i.lot_id = r.lot_id) as has_image
   from plate_reads r left join cameras c on c.id = r.camera_id and c.lot_id = r.lot_id
     left join gate_opens o on o.id = r.gate_open_id and o.lot_id = r.lot_id
     left join gate_opens p on p.id = o.joined_id and p.lot_id = o.lot_id
   where r.lot_id = $1 and ($2::uuid is null or r.camera_id = $2) and ($3::uuid is null or r.visit_id = $3)
     and ($4::timestamptz is null or (r.captured_at, r.id) < ($4, $5::uuid))
   order by r.captured_at desc, r.id desc limit $6`,
)

/** Returns what the cameras of a lot read, newest first. */
export async function listReads(
  db: Queryable,
  of: {
    lot_id: string
    camera_id: string | null
    visit_id: string | null
    cursor: string | undefined
    limit: number
  },
) {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const values = [of.lot_id, of.camera_id, of.visit_id, after?.[0] ?? null, after?.[1] ?? null, of.limit + 1]
  const rows = await queryPrepared(db, listed, values)
  const items: PlateRead[] = rows.map((row) => ({
    ...row,
    right_kind: row.right_kind as PlateRead['right_kind'],
    gate_result: row.gate_result as PlateGateResult | null,
    gate_reason: row.gate_reason as GateReason | null,
  }))
  return pageOf(items, of.limit, (row) => [row.captured_at, row.id])
}
