import { MAX_SAVED_LOTS } from '@openspot/core/lots/saved-lots.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, NoContent, Nullable } from '../common.ts'
import { grants, route } from '../route.ts'

/** A lot that a driver saved. */
export const SavedLot = Type.Object({
  id: Id,
  public_id: Type.String(),
  name: Type.String(),
  street: Nullable(Type.String()),
  city: Nullable(Type.String()),
  region: Nullable(Type.String()),
  country: Type.String({ description: 'ISO 3166-1 alpha-2 code.' }),
  lat: Type.Number(),
  lng: Type.Number(),
  time_zone: Type.String({ description: 'IANA time zone of the lot.' }),
  logo_url: Nullable(Type.String({ description: 'A path on this site.' })),
  cover_photo_url: Nullable(
    Type.String({ description: 'The thumbnail of its first photo: a path on this site.' }),
  ),
  rating_count: Type.Integer({ description: 'How many drivers rated it.' }),
  rating_average: Nullable(Type.Number({ description: 'From 1 to 5, rounded to a tenth.' })),
  saved_at: Instant,
})
export type SavedLot = Static<typeof SavedLot>

export const listSavedLotsRoute = route({
  method: 'GET',
  url: '/api/v2/saved-lots',
  config: { access: ['user'], errors: [] },
  schema: {
    summary:
      'List the lots that I saved, the latest first. Without those that closed, and private lots that I’m no longer in',
    tags: ['lots'],
    response: { 200: Type.Object({ items: Type.Array(SavedLot) }) },
  },
})

export const saveLotRoute = route({
  method: 'PUT',
  url: '/api/v2/saved-lots/:lot_id',
  config: {
    access: ['user[public_lot]', 'member', ...grants.staff],
    errors: ['saved_lot_limit'],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    limit: { max: 300, minutes: 60, per: 'person' },
  },
  schema: {
    summary: `Save a lot, at most ${MAX_SAVED_LOTS}. A lot that is saved already keeps its place`,
    tags: ['lots'],
    params: LotParams,
    response: { 204: NoContent },
  },
})

export const removeSavedLotRoute = route({
  method: 'DELETE',
  url: '/api/v2/saved-lots/:lot_id',
  // Not about the lot: a person can also remove one that they may no longer see.
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Remove a lot from those that I saved, whether it is among them or not',
    tags: ['lots'],
    params: LotParams,
    response: { 204: NoContent },
  },
})
