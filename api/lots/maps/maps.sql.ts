import type { LotMap, MapSpot, Placement } from '@openspot/contract/lots/maps.ts'
import { byLabel } from '@openspot/core/maps/row.ts'
import { rotationOf } from '@openspot/core/maps/shape.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, type SqlBool, sql } from 'kysely'
import { pictureOf } from '../files/picture.rules.ts'

type Outline = Placement['outline']

const select = (db: Db, lot_id: string) =>
  db
    .selectFrom('maps')
    .select(['id', 'lot_id', 'name', 'position', 'file_id', 'picture_opacity_percent', 'shows_picture'])
    .select(['width', 'height', 'version', 'changed_at'])
    .where('lot_id', '=', lot_id)

type MapRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

/** Returns the maps of a lot in order, each with its spots that still exist. */
export async function listMaps(db: Db, lot_id: string): Promise<LotMap[]> {
  return withSpots(db, lot_id, await select(db, lot_id).orderBy('position').orderBy('name').execute())
}

export async function findMap(db: Db, lot_id: string, id: string): Promise<LotMap | undefined> {
  const [map] = await withSpots(db, lot_id, await select(db, lot_id).where('id', '=', id).execute())
  return map
}

/** Returns a map and locks it until the transaction ends. */
export function lockMap(tx: Tx, lot_id: string, id: string): Promise<MapRow | undefined> {
  return select(tx, lot_id).where('id', '=', id).forUpdate().executeTakeFirst()
}

async function withSpots(db: Db, lot_id: string, maps: MapRow[]): Promise<LotMap[]> {
  const ids = maps.map(({ id }) => id)
  const spots = await db
    .selectFrom('map_spots as m')
    .innerJoin('spots as s', (on) => on.onRef('s.id', '=', 'm.spot_id').onRef('s.lot_id', '=', 'm.lot_id'))
    .select(['m.map_id', 'm.spot_id', 's.label', 'm.x', 'm.y', 'm.width', 'm.height', 'm.rotation'])
    .select((eb) => eb.ref('m.outline').$castTo<Outline>().as('outline'))
    .where('m.lot_id', '=', lot_id)
    .where(sql<SqlBool>`m.map_id = any(${ids}::uuid[])`)
    .where('s.deleted_at', 'is', null)
    .execute()
  const byMap = new Map<string, MapSpot[]>(ids.map((id) => [id, []]))
  for (const { map_id, ...spot } of spots.toSorted(byLabel)) byMap.get(map_id)?.push(spot)
  return maps.map(({ file_id, ...map }) => ({
    ...map,
    picture: file_id === null ? null : pictureOf({ id: file_id, width: map.width, height: map.height }),
    spots: byMap.get(map.id) ?? [],
  }))
}

/** Returns the zones of a lot that have spots, by name. */
export function listZoneNames(db: Db, lot_id: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('zones as z')
    .select(['z.id', 'z.name'])
    .where('z.lot_id', '=', lot_id)
    .where('z.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('spots as s')
          .select('s.id')
          .whereRef('s.lot_id', '=', 'z.lot_id')
          .whereRef('s.zone_id', '=', 'z.id')
          .where('s.deleted_at', 'is', null),
      ),
    )
    .orderBy(sql`lower(z.name)`)
    .execute()
}

export async function insertMap(tx: Tx, map: Insertable<DB['maps']>): Promise<void> {
  await tx.insertInto('maps').values(map).execute()
}

export type MapChange = Pick<
  Insertable<DB['maps']>,
  'name' | 'position' | 'file_id' | 'picture_opacity_percent' | 'shows_picture' | 'width' | 'height'
>

export async function updateMap(
  tx: Tx,
  lot_id: string,
  id: string,
  change: MapChange & { changed_at: string },
): Promise<void> {
  await tx
    .updateTable('maps')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('lot_id', '=', lot_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteMap(tx: Tx, lot_id: string, id: string): Promise<void> {
  await tx.deleteFrom('maps').where('lot_id', '=', lot_id).where('id', '=', id).execute()
}

const rounded = (spot: Placement): Placement => ({
  ...spot,
  x: round(spot.x, 1000),
  y: round(spot.y, 1000),
  width: round(spot.width, 1000),
  height: round(spot.height, 1000),
  rotation: rotationOf(round(spot.rotation, 1000)),
  outline: spot.outline?.map(([across, down]) => [round(across, 10_000), round(down, 10_000)]) ?? null,
})
// Adding 0 turns -0 into 0.
const round = (value: number, parts: number) => Math.round(value * parts) / parts + 0

/** Replaces the spots on a map. */
export async function placeSpots(
  tx: Tx,
  lot_id: string,
  map_id: string,
  spots: readonly Placement[],
): Promise<void> {
  await tx.deleteFrom('map_spots').where('lot_id', '=', lot_id).where('map_id', '=', map_id).execute()
  if (spots.length === 0) return
  await sql`
    insert into map_spots (map_id, lot_id, spot_id, x, y, width, height, rotation, outline)
    select ${map_id}, ${lot_id}, p.* from jsonb_to_recordset(${JSON.stringify(spots.map(rounded))}::jsonb)
      as p(spot_id uuid, x float8, y float8, width float8, height float8, rotation float8, outline jsonb)`.execute(
    tx,
  )
}

export async function countMaps(db: Db, lot_id: string): Promise<number> {
  const { maps } = await db
    .selectFrom('maps')
    .select((eb) => eb.fn.countAll<number>().as('maps'))
    .where('lot_id', '=', lot_id)
    .executeTakeFirstOrThrow()
  return maps
}

/** Returns which of these spots are in the lot. */
export async function knownSpots(db: Db, lot_id: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('spots')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the size of a map picture of the lot. */
export function findMapPicture(db: Db, lot_id: string, file_id: string) {
  return db
    .selectFrom('files')
    .select(['width', 'height'])
    .where('lot_id', '=', lot_id)
    .where('id', '=', file_id)
    .where('purpose', '=', 'MAP')
    .executeTakeFirst()
}

/** Deletes a picture that no map uses any more. */
export async function deletePictureIfUnused(tx: Tx, lot_id: string, file_id: string | null): Promise<void> {
  if (file_id === null) return
  const used = await tx
    .selectFrom('maps')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst()
  if (!used) await tx.deleteFrom('files').where('lot_id', '=', lot_id).where('id', '=', file_id).execute()
}
