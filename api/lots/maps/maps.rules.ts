import type { Input } from '@openspot/contract/call.ts'
import type { createMapRoute } from '@openspot/contract/lots/maps.ts'
import type { Db } from '@openspot/db/database.ts'
import { refuse } from '../../errors.ts'
import { findMapPicture, knownSpots } from './maps.sql.ts'

export type MapInput = Input<typeof createMapRoute>['body']

/** Throws `request_invalid` on the field if a map shows what is not of the lot, or spots outside the picture. */
export async function checkMap(db: Db, lot_id: string, map: MapInput): Promise<void> {
  const picture = map.file_id === null ? null : await findMapPicture(db, lot_id, map.file_id)
  if (picture === undefined) fault('file_id', 'There is no such picture of this lot. Send it again.')
  if (picture && (picture.width !== map.width || picture.height !== map.height)) {
    fault(
      'width',
      `The picture is ${picture.width} by ${picture.height} pixels, and the map has to be so too.`,
    )
  }
  const ids = map.spots.map(({ spot_id }) => spot_id.toLowerCase())
  const known = await knownSpots(db, lot_id, ids)
  const seen = new Set<string>()
  map.spots.forEach(({ x, y }, at) => {
    const id = ids[at] ?? ''
    if (!known.has(id)) fault(`spots.${at}.spot_id`, 'There is no such spot in this lot.')
    if (seen.has(id)) fault(`spots.${at}.spot_id`, 'A spot stands on a map once.')
    if (x > map.width) fault(`spots.${at}.x`, 'The spot stands beside the map.')
    if (y > map.height) fault(`spots.${at}.y`, 'The spot stands beside the map.')
    seen.add(id)
  })
}

function fault(field: string, message: string): never {
  refuse('request_invalid', { field, message })
}
