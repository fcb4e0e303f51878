import { pictureLimits } from '@openspot/core/files/limits.ts'
import type { Message } from '@openspot/messages/translate.ts'
import sharp, { type Metadata } from 'sharp'
import { ApiError, refuse } from '../../errors.ts'

// Allow only these three decoders, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

export interface EncodedPicture {
  bytes: Buffer
  width: number
  height: number
}
export type Purpose = 'LOGO' | 'MAP' | 'PHOTO' | 'LOT_PHOTO'

const sides: Record<Purpose, number> = {
  LOGO: pictureLimits.logo_side,
  MAP: pictureLimits.map_side,
  PHOTO: pictureLimits.photo_side,
  LOT_PHOTO: pictureLimits.lot_photo_side,
}
const field = 'image'
const input = {
  limitInputPixels: pictureLimits.pixels,
  failOn: 'warning',
  pages: 1,
  sequentialRead: true,
} as const

/** Pictures are encoded one at a time, because decoding a large one takes a hundred megabytes. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Decodes a picture and encodes it as WebP: its first frame, upright, without metadata. Only our own output is stored.
 */
export function encodePicture(bytes: Buffer, purpose: Purpose): Promise<EncodedPicture> {
  const mine = turn.then(() => encode(bytes, purpose))
  // The caller gets the error; the next picture only waits for the end.
  turn = Promise.allSettled([mine])
  return mine
}

/** Cuts the thumbnail of a picture that we encoded. */
export function encodeThumbnail({ bytes }: EncodedPicture): Promise<Buffer> {
  const mine = turn.then(() =>
    sharp(bytes)
      .resize({ ...pictureLimits.thumbnail, fit: 'cover' })
      .webp({ quality: 74, effort: 4 })
      .toBuffer(),
  )
  turn = Promise.allSettled([mine])
  return mine
}

async function encode(bytes: Buffer, purpose: Purpose): Promise<EncodedPicture> {
  if (!isKnown(bytes)) fault((t) => t('apiErrors.pictures.type'))
  try {
    checkHead(await sharp(bytes, input).metadata())
    const side = sides[purpose]
    const picture = sharp(bytes, input)
      .timeout({ seconds: 8 })
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    // A map is drawn in dark lines, which would disappear on a dark screen if its background stayed transparent.
    const opaque = purpose === 'MAP' ? picture.flatten({ background: '#fff' }) : picture
    const { data, info } = await opaque.webp({ quality: 82, effort: 3 }).toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof ApiError) throw error
    const isLarge = error instanceof Error && /pixel limit/i.test(error.message)
    fault(isLarge ? tooLarge : (t) => t('apiErrors.pictures.damaged'))
  }
}

const tooLarge: Message = (t) => t('apiErrors.pictures.megapixels')

function checkHead({ width, height, pages = 1, format }: Metadata): void {
  if (!['png', 'jpeg', 'webp'].includes(format)) fault((t) => t('apiErrors.pictures.type'))
  if (width * height * pages > pictureLimits.pixels) fault(tooLarge)
  if (Math.min(width, height) < pictureLimits.least_side) {
    fault((t) => t('apiErrors.pictures.tooSmall', { min: pictureLimits.least_side }))
  }
  if (Math.max(width, height) > 40 * Math.min(width, height))
    fault((t) => t('apiErrors.pictures.proportions'))
}

function isKnown(bytes: Buffer): boolean {
  const starts = (hex: string, at = 0) => bytes.toString('hex', at, at + hex.length / 2) === hex
  return starts('89504e470d0a1a0a') || starts('ffd8ff') || (starts('52494646') && starts('57454250', 8))
}

function fault(message: Message): never {
  refuse('picture_not_usable', { field, message })
}
