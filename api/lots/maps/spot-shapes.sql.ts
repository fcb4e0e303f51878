import type { Output } from '@openspot/contract/call.ts'
import type { Ring } from '@openspot/contract/common.ts'
import type { getSpotShapesRoute, importSpotShapesRoute } from '@openspot/contract/lots/maps.ts'
import { byLabel } from '@openspot/core/maps/row.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { Stalls } from './spot-shapes.rules.ts'

export async function listSpotShapes(
  db: Db,
  lot_id: string,
): Promise<Output<typeof getSpotShapesRoute>['features']> {
  const spots = await db
    .selectFrom('spots')
    .select(['label', 'level', 'type'])
    .select((eb) => eb.ref('shape').$castTo<Ring>().as('shape'))
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .where('shape', 'is not', null)
    .execute()
  return spots.toSorted(byLabel).map(({ shape, ...properties }) => ({
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [shape] },
  }))
}

const setSpotShapesStatement = statement(
  'set_ground',
  { changed: 'integer', known: 'text[]' },
  `with said as (select * from jsonb_to_recordset($1::jsonb) as s(label text, shape jsonb)),
    known as (
      select s.id, s.label, said.shape, s.shape is distinct from said.shape as is_other
      from said join spots s on s.lot_id = $2 and s.label = said.label and s.deleted_at is null),
    changed as (
      update spots s set shape = k.shape from known k where s.id = k.id and s.lot_id = $2 and k.is_other
      returning 1)
    select (select count(*) from changed)::int as changed, array(select label from known) as known`,
)

/** Saves the outline of each named spot. Must run in a transaction. */
export async function setSpotShapes(
  tx: Tx,
  lot_id: string,
  stalls: Stalls,
): Promise<Output<typeof importSpotShapesRoute>> {
  const said = JSON.stringify(
    stalls.map(({ properties, geometry }) => ({ label: properties.label, shape: geometry.coordinates[0] })),
  )
  const rows = await queryPrepared(tx, setSpotShapesStatement, [said, lot_id])
  const { changed, known } = rows[0] ?? { changed: 0, known: [] }
  const names = new Set(known)
  return {
    changed,
    unchanged: known.length - changed,
    unknown_labels: stalls.map(({ properties }) => properties.label).filter((label) => !names.has(label)),
  }
}

/** Returns the latitude and longitude of a lot. */
export function getPosition(db: Db, lot_id: string) {
  return db.selectFrom('lots').select(['lat', 'lng']).where('id', '=', lot_id).executeTakeFirstOrThrow()
}
