import type { Input } from '@openspot/contract/call.ts'
import type { replaceLotPhotosRoute } from '@openspot/contract/lots/lot-photos.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import type { ShownPhotos } from './lot-photos.sql.ts'

type Sent = Input<typeof replaceLotPhotosRoute>['body']['photos']

/** Returns what the lot will show. Throws `request_invalid` on a photo that it does not have, or that is listed twice. */
export function replacePhotos(sent: Sent, stored: readonly { id: string }[]): ShownPhotos {
  const known = new Set(stored.map(({ id }) => id))
  const seen = new Set<string>()
  let entrance_photo_id: string | null = null
  for (const [at, { id, is_entrance }] of sent.entries()) {
    if (!known.has(id)) fail(`photos.${at}.id`, (t) => t('apiErrors.lotPhotos.unknown'))
    if (seen.has(id)) fail(`photos.${at}.id`, (t) => t('apiErrors.lotPhotos.twice'))
    seen.add(id)
    if (!is_entrance) continue
    if (entrance_photo_id !== null)
      fail(`photos.${at}.is_entrance`, (t) => t('apiErrors.lotPhotos.oneEntrance'))
    entrance_photo_id = id
  }
  return { photo_ids: sent.map(({ id }) => id), entrance_photo_id }
}

const fail = (field: string, message: Message): never => refuse('request_invalid', { field, message })
