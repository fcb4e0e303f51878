import { photosPerAppeal } from '@openspot/core/fines/limits.ts'
import { type Static, Type } from 'typebox'
import { FileAnswer, Id, Nullable, ReturnPath, StrictObject, StringEnum } from '../common.ts'
import { PictureUpload } from '../lots/files.ts'
import { route } from '../route.ts'
import { FineEvidence, fineFacts, OwnFineExplanation } from './fines.ts'
import { Photo } from './photos.ts'

const NoticeParams = Type.Object({
  fine_code: Type.String({ minLength: 1, maxLength: 64, description: 'The code of the notice.' }),
})
/** Nobody guesses a code; the limit keeps it cheap to be asked for many. */
const limit = { max: 120, minutes: 5 } as const

/** A warning or fine as the driver, or anyone with the notice, sees it. */
export const Fine = Type.Object({
  ...fineFacts,
  explanation: OwnFineExplanation,
  can_pay: Type.Boolean(),
  can_appeal: Type.Boolean(),
  payment: Nullable(
    StringEnum(['ACTION_NEEDED', 'PROCESSING'] as const, {
      description: 'A payment of the caller that has not ended.',
    }),
  ),
  lot_public_id: Type.String(),
  lot_address: Nullable(Type.String()),
})
export type Fine = Static<typeof Fine>

export const listMyFinesRoute = route({
  method: 'GET',
  url: '/api/v2/fines/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List my warnings and fines, and those that I paid or appealed, newest first',
    tags: ['fines'],
    response: { 200: Type.Object({ items: Type.Array(Fine, { description: 'At most the 50 newest.' }) }) },
  },
})

export const getFineNoticeRoute = route({
  method: 'GET',
  url: '/api/v2/fine-notices/:fine_code',
  config: { access: ['anonymous'], errors: ['not_found'], limit },
  schema: {
    summary: 'Get a warning or fine by the code of its notice',
    tags: ['fines'],
    params: NoticeParams,
    response: { 200: Fine },
  },
})

export const getFineNoticePhotoRoute = route({
  method: 'GET',
  url: '/api/v2/fine-notices/:fine_code/photos/:fine_photo_id',
  config: { access: ['anonymous'], errors: ['not_found'], limit },
  schema: {
    summary: 'Get a photo of a fine by the code of its notice. Photos of an appeal are only for its sender',
    tags: ['fines'],
    params: Type.Object({ ...NoticeParams.properties, fine_photo_id: Id }),
    response: { 200: FileAnswer('image/webp', 'The photo.') },
  },
})

export const getFineNoticeEvidenceRoute = route({
  method: 'GET',
  url: '/api/v2/fine-notices/:fine_code/evidence',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 30, minutes: 5 }, weight: 20 },
  schema: {
    summary: 'Get the evidence of a fine by the code of its notice',
    tags: ['fines'],
    params: NoticeParams,
    response: { 200: FineEvidence },
  },
})

export const payFineRoute = route({
  method: 'POST',
  url: '/api/v2/fine-notices/:fine_code/pay',
  config: {
    access: ['user'],
    errors: ['card_declined', 'fine_not_payable', 'not_found', 'payment_unsettled', 'provider_unavailable'],
    idempotent: 'required',
    limit: { max: 20, minutes: 60, per: 'person' },
  },
  schema: {
    summary: 'Pay a fine with a saved payment method, in the payer’s own session',
    tags: ['fines'],
    params: NoticeParams,
    body: StrictObject({ payment_method_id: Id, return_path: Type.Optional(ReturnPath) }),
    response: {
      200: Type.Object({
        fine: Fine,
        next_action: Nullable(Type.Object({ type: Type.Literal('redirect'), url: Type.String() })),
      }),
    },
  },
})

export const uploadAppealPhotoRoute = route({
  method: 'POST',
  url: '/api/v2/fine-notices/:fine_code/photos',
  config: {
    access: ['user'],
    errors: ['appeal_not_possible', 'not_found', 'picture_not_usable', 'photo_limit'],
    limit: { max: 30, minutes: 60, per: 'person' },
    weight: 50,
  },
  schema: {
    summary: 'Upload a photo for an appeal. A photo that is used for nothing is deleted after a day',
    tags: ['fines'],
    params: NoticeParams,
    body: PictureUpload,
    response: { 201: Photo },
  },
})

export const appealFineRoute = route({
  method: 'POST',
  url: '/api/v2/fine-notices/:fine_code/appeal',
  config: {
    access: ['user'],
    errors: ['appeal_not_possible', 'not_found'],
    idempotent: true,
    limit: { max: 10, minutes: 60, per: 'person' },
  },
  schema: {
    summary: 'Appeal a warning or fine, once. The staff is notified, and nothing is due until they decide',
    tags: ['fines'],
    params: NoticeParams,
    body: StrictObject({
      text: Type.String({ minLength: 1, maxLength: 2000 }),
      photo_ids: Type.Optional(Type.Array(Id, { maxItems: photosPerAppeal, uniqueItems: true })),
    }),
    response: { 200: Fine },
  },
})
