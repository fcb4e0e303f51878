import type { LotDocument } from '@openspot/contract/lots/lot-export.ts'
import { ApiError } from '../../errors.ts'
import { readName } from '../../names.ts'
import { type EncodedPicture, encodePicture, encodeThumbnail, type Purpose } from '../files/encode-picture.ts'
import { exchangeLogo, type FilePurpose, getPublicId, insertFile } from '../files/files.sql.ts'
import { insertPhoto, showPhotos } from '../lot-photos/lot-photos.sql.ts'
import { checkMap, pictureLook } from '../maps/maps.rules.ts'
import { insertMap, placeSpots } from '../maps/maps.sql.ts'
import { codeFor } from '../short-links/short-links.sql.ts'
import { insertSign } from '../signs/signs.sql.ts'
import { within, withinAsync } from './document.rules.ts'
import type { Ids, Parts } from './write-parts.ts'

type StoredPhoto = EncodedPicture & { thumbnail: Buffer; caption: string; is_entrance: boolean }

/** The pictures of a document as they are stored: null where it has none. */
export interface Pictures {
  logo: EncodedPicture | null
  maps: (EncodedPicture | null)[]
  photos: StoredPhoto[]
}

/**
 * Decodes and encodes the pictures of a document, because only our own output is stored. Takes seconds, so it runs before the
 * transaction. Throws `picture_not_usable` with the place of the picture.
 */
export async function encodePictures(document: LotDocument): Promise<Pictures> {
  const maps: (EncodedPicture | null)[] = []
  for (const [at, { picture }] of (document.maps ?? []).entries())
    maps.push(await encodeAt(`document.maps.${at}.picture`, picture, 'MAP'))
  const photos: StoredPhoto[] = []
  for (const [at, { picture, caption, is_entrance }] of (document.photos ?? []).entries()) {
    const large = await encodeAt(`document.photos.${at}.picture`, picture, 'LOT_PHOTO')
    // A picture that did not fit into the document leaves nothing to show.
    if (large) photos.push({ ...large, thumbnail: await encodeThumbnail(large), caption, is_entrance })
  }
  return { photos, logo: await encodeAt('document.logo', document.logo ?? null, 'LOGO'), maps }
}

async function encodeAt(
  field: string,
  base64: string | null,
  purpose: Purpose,
): Promise<EncodedPicture | null> {
  if (base64 === null) return null
  try {
    return await encodePicture(Buffer.from(base64, 'base64'), purpose)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(error.code, { field, message: error.text })
  }
}

async function store(parts: Parts, purpose: FilePurpose, picture: EncodedPicture): Promise<string> {
  const { tx, request, lot_id, now, user_id } = parts
  const id = request.server.ports.id()
  const created = { created_at: now.toISOString(), created_by_user_id: user_id }
  await insertFile(tx, { ...picture, id, lot_id, purpose, ...created })
  return id
}

export async function writeLogo(parts: Parts, logo: EncodedPicture | null): Promise<void> {
  if (!logo) return
  await exchangeLogo(parts.tx, parts.lot_id, await store(parts, 'LOGO', logo))
}

/** Inserts the photos in their order. */
export async function writePhotos(parts: Parts, photos: StoredPhoto[]): Promise<void> {
  const { tx, request, lot_id, now, user_id } = parts
  if (photos.length === 0) return
  const rows = photos.map((photo) => ({ ...photo, id: request.server.ports.id() }))
  const created = { lot_id, created_at: now.toISOString(), created_by_user_id: user_id }
  for (const { is_entrance: _, ...photo } of rows) await insertPhoto(tx, { ...photo, ...created })
  const entrance = rows.find(({ is_entrance }) => is_entrance)
  const photo_ids = rows.map(({ id }) => id)
  await showPhotos(tx, lot_id, { photo_ids, entrance_photo_id: entrance?.id ?? null })
}

/** Inserts the maps with their pictures and places the spots on them. */
export async function writeMaps(parts: Parts, spots: Ids, pictures: Pictures['maps']): Promise<void> {
  const { tx, request, lot_id, now, document } = parts
  for (const [at, { spots: placed, picture: _, ...rest }] of (document.maps ?? []).entries()) {
    const place = `document.maps.${at}`
    const picture = pictures[at] ?? null
    const placements = placed.map(({ spot, ...each }) => ({ ...each, spot_id: spots.get(spot.trim()) ?? '' }))
    const map = {
      ...rest,
      ...pictureLook(rest),
      name: within(place, () => readName(rest.name, 60)),
      file_id: picture ? await store(parts, 'MAP', picture) : null,
    }
    await withinAsync(place, () => checkMap(tx, lot_id, { ...map, spots: placements }))
    const id = request.server.ports.id()
    const created_at = now.toISOString()
    await insertMap(tx, { ...map, id, lot_id, created_at, changed_at: created_at })
    await placeSpots(tx, lot_id, id, placements)
  }
}

/** Inserts the signs that lead to a page of the new lot. Returns how many there are. */
export async function writeSigns(parts: Parts, spots: Ids): Promise<number> {
  const { tx, request, lot_id, now, user_id, document } = parts
  const public_id = await getPublicId(tx, lot_id)
  let written = 0
  for (const [at, sign] of (document.signs ?? []).entries()) {
    const path = pathOf(sign, public_id, spots)
    if (path === null) continue
    const id = request.server.ports.id()
    const place = within(`document.signs.${at}`, () => readName(sign.place, 80, 'place'))
    const created_at = now.toISOString()
    await insertSign(tx, { id, lot_id, place, printed_path: path, created_at, hung_at: created_at })
    await codeFor(tx, request.server.ports, { lot_id, path, sign_id: id }, user_id)
    written += 1
  }
  return written
}

type ExportedSign = NonNullable<LotDocument['signs']>[number]

function pathOf({ leads_to, spot }: ExportedSign, public_id: string, spots: Ids): string | null {
  if (leads_to === 'LOT') return `/l/${public_id}`
  if (leads_to === 'BOOK' && spot === null) return `/book/${public_id}`
  if (leads_to === 'PLATE_CHECK') return `/l/${public_id}/check`
  if (leads_to === 'CAMERA_POLICY') return `/l/${public_id}/cameras`
  const spot_id = spot === null ? undefined : spots.get(spot.trim())
  if (leads_to === 'SPOT' && spot_id !== undefined) return `/l/${public_id}?spot_id=${spot_id}`
  return null
}
