import type { LotExport } from '@openspot/contract/lots/lot-export.ts'
import { readPage } from '@openspot/core/links/pages.ts'
import type { Tx } from '@openspot/db/database.ts'
import { listPhotoBytes } from '../lot-photos/lot-photos.sql.ts'
import { listMaps } from '../maps/maps.sql.ts'
import { listPaths } from '../signs/signs.sql.ts'
import { listPictures, listRedirectsTo } from './export.sql.ts'

/** The size of all pictures in a document, before Base64. A larger document could not be imported. */
export const MAX_PICTURE_BYTES = 18_000_000

type Places = Pick<LotExport, 'logo' | 'maps' | 'photos' | 'pictures_left_out' | 'signs' | 'redirects'>

/** Returns the logo, the maps with their pictures, the photos, the signs, and the redirects of a lot. */
export async function exportPlaces(
  tx: Tx,
  lot: { id: string; logo_file_id: string | null; entrance_photo_id: string | null },
  public_url: string,
): Promise<Places> {
  const maps = await listMaps(tx, lot.id)
  const pictures = await listPictures(tx, lot.id)
  let left = MAX_PICTURE_BYTES
  let pictures_left_out = 0
  /** The picture as long as there is space. */
  const take = (bytes: Buffer | undefined): string | null => {
    if (!bytes) return null
    if (bytes.length > left) {
      pictures_left_out += 1
      return null
    }
    left -= bytes.length
    return bytes.toString('base64')
  }
  const logo = take(pictures.get(lot.logo_file_id ?? ''))
  const exportedMaps = maps.map(({ name, position, picture, spots, ...map }) => ({
    name,
    position,
    width: map.width,
    height: map.height,
    picture: take(pictures.get(picture?.id ?? '')),
    picture_opacity_percent: map.picture_opacity_percent,
    shows_picture: map.shows_picture,
    spots: spots.map(({ label: spot, x, y, width, height, rotation, outline }) => {
      return { spot, x, y, width, height, rotation, outline }
    }),
  }))
  const photos = (await listPhotoBytes(tx, lot.id)).map(({ id, caption, bytes }) => ({
    caption,
    is_entrance: id === lot.entrance_photo_id,
    picture: take(bytes),
  }))
  const signs = await listPaths(tx, lot.id)
  return {
    logo,
    maps: exportedMaps,
    photos,
    pictures_left_out,
    signs: signs.map(({ place, path, spot_label }) => ({
      place,
      leads_to: readPage(path, public_url)?.kind ?? 'LOT',
      spot: spot_label,
    })),
    redirects: await listRedirectsTo(tx, lot.id),
  }
}
