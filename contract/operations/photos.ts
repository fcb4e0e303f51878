import { type Static, Type } from 'typebox'
import { FileAnswer, Id, LotParams, Upload } from '../common.ts'
import { route } from '../route.ts'

/** A private picture taken on the lot, for its uploader and the staff. */
export const Photo = Type.Object({
  id: Id,
  url: Type.String({ description: 'The path of the photo on this site.' }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer(),
})
export type Photo = Static<typeof Photo>

export const uploadPhotoRoute = route({
  method: 'POST',
  url: '/api/v2/photos/lots/:lot_id',
  config: {
    access: ['resource_owner', 'member', 'patroller', 'admin', 'super_admin'],
    errors: ['picture_not_usable', 'photo_limit'],
    subject: { kind: 'visited_lot', in: 'params', name: 'lot_id' },
    limit: { max: 60, minutes: 60, per: 'person' },
    weight: 50,
  },
  schema: {
    summary: 'Upload a photo for a report. A photo that is used for nothing is deleted after a day',
    tags: ['photos'],
    params: LotParams,
    body: Upload(
      'image',
      'A PNG, JPEG, or WebP of at most 5 MB and 25 megapixels. It is rotated upright, resized if it is very large, and stored without its metadata.',
    ),
    response: { 201: Photo },
  },
})

export const getPhotoRoute = route({
  method: 'GET',
  url: '/api/v2/photos/:photo_id',
  config: {
    access: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'photo', in: 'params', name: 'photo_id' },
    limit: { max: 3000, minutes: 5 },
  },
  schema: {
    summary: 'Get a photo, for its uploader and the staff of the lot',
    tags: ['photos'],
    params: Type.Object({ photo_id: Id }),
    response: { 200: FileAnswer('image/webp', 'The photo.') },
  },
})
