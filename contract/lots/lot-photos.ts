import { MAX_CAPTION_LENGTH, MAX_LOT_PHOTOS } from '@openspot/core/lots/facts.ts'
import { type Static, Type } from 'typebox'
import { FileAnswer, Id, LotParams, SentVersion, StrictObject, StringEnum, Version } from '../common.ts'
import { LotPhoto } from '../lot-facts.ts'
import { route } from '../route.ts'
import { PictureUpload } from './files.ts'

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const

export const photoSizes = ['thumbnail', 'large'] as const
export type PhotoSize = (typeof photoSizes)[number]

/** The photos of a lot for its staff. */
export const LotPhotos = Type.Object({
  photos: Type.Array(LotPhoto, { description: 'In their order, of which the first is the cover.' }),
  version: Version,
})
export type LotPhotos = Static<typeof LotPhotos>

export const listLotPhotosRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/photos',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'List the photos of a lot for its staff',
    tags: ['lots'],
    params: LotParams,
    response: { 200: LotPhotos },
  },
})

export const addLotPhotoRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/photos',
  config: {
    access: admins,
    errors: ['lot_photo_limit', 'picture_not_usable'],
    subject: lot,
    limit: { max: 60, minutes: 60 },
    weight: 50,
  },
  schema: {
    summary: `Add a photo at the end of those of a lot, at most ${MAX_LOT_PHOTOS}`,
    tags: ['lots'],
    params: LotParams,
    body: PictureUpload,
    response: { 201: LotPhotos },
  },
})

export const replaceLotPhotosRoute = route({
  method: 'PUT',
  url: '/api/v1/lots/:lot_id/photos',
  config: { access: admins, errors: ['lot_changed'], subject: lot },
  schema: {
    summary:
      'Set the captions and the order of the photos of a lot, and which one shows the entrance. A photo that is left out is no longer shown; within a day it can be put back',
    tags: ['lots'],
    params: LotParams,
    body: StrictObject({
      photos: Type.Array(
        StrictObject({
          id: Id,
          caption: Type.String({ maxLength: MAX_CAPTION_LENGTH }),
          is_entrance: Type.Boolean({ description: 'At most one photo shows the entrance.' }),
        }),
        { maxItems: MAX_LOT_PHOTOS },
      ),
      version: SentVersion('lot_changed'),
    }),
    response: { 200: LotPhotos },
  },
})

export const getLotPhotoRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:public_id/photos/:lot_photo_id/:size',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 3000, minutes: 5 } },
  schema: {
    summary: 'Get a photo of a lot by its public ID',
    tags: ['lots'],
    params: Type.Object({
      public_id: Type.String({ minLength: 10, maxLength: 60 }),
      lot_photo_id: Id,
      size: StringEnum(photoSizes),
    }),
    response: { 200: FileAnswer('image/webp', 'The picture.') },
  },
})
