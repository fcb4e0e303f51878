import type { Input } from '@openspot/contract/call.ts'
import type { createMapRoute, LotMap } from '@openspot/contract/lots/maps.ts'
import type { Db } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import { findMapPicture, knownSpots } from './maps.sql.ts'

export type MapInput = Input<typeof createMapRoute>['body']

/** Throws `request_invalid` on the field if a map shows what is not of the lot, or spots outside the picture. */
export async function checkMap(db: Db, lot_id: string, map: MapInput): Promise<void> {
  const picture = map.file_id === null ? null : await findMapPicture(db, lot_id, map.file_id)
  if (picture === undefined) fault('file_id', (t) => t('apiErrors.maps.pictureUnknown'))
  if (picture && (picture.width !== map.width || picture.height !== map.height)) {
    fault('width', (t) => t('apiErrors.maps.size', { width: picture.width, height: picture.height }))
  }
  const ids = map.spots.map(({ spot_id }) => spot_id.toLowerCase())
  const known = await knownSpots(db, lot_id, ids)
  const seen = new Set<string>()
  map.spots.forEach(({ x, y }, at) => {
    const id = ids[at] ?? ''
    if (!known.has(id)) fault(`spots.${at}.spot_id`, (t) => t('apiErrors.lot.spotUnknown'))
    if (seen.has(id)) fault(`spots.${at}.spot_id`, (t) => t('apiErrors.maps.spotTwice'))
    if (x > map.width) fault(`spots.${at}.x`, (t) => t('apiErrors.maps.outside'))
    if (y > map.height) fault(`spots.${at}.y`, (t) => t('apiErrors.maps.outside'))
    seen.add(id)
  })
}

/** Returns how a map shows its picture, complete. */
export const pictureLook = ({
  picture_opacity_percent = 100,
  shows_picture = true,
}: Pick<MapInput, 'picture_opacity_percent' | 'shows_picture'>) => ({
  picture_opacity_percent,
  shows_picture,
})

/** Returns a map as its reader may see it: drivers without a picture that is only for tracing. */
export const mapFor = (isStaff: boolean, map: LotMap): LotMap =>
  isStaff || map.shows_picture ? map : { ...map, picture: null }

function fault(field: string, message: Message): never {
  refuse('request_invalid', { field, message })
}
