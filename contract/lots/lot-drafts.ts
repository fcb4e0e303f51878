import { type Static, Type } from 'typebox'
import { Currency, Instant, NoContent, Nullable, StrictObject } from '../common.ts'
import { route } from '../route.ts'
import { DrawnOutline } from './lot-settings.ts'

const Text = (maxLength: number) => Type.String({ maxLength })

/** The form of a lot that does not exist yet. Anything may still be missing. */
export const LotDraft = StrictObject({
  name: Text(120),
  street: Text(200),
  city: Text(120),
  region: Text(120),
  postal_code: Text(20),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two capitals.' }),
  currency: Currency,
  is_private: Type.Boolean(),
  lat: Nullable(Type.Number({ minimum: -90, maximum: 90 }), {
    description: 'Null until the point is chosen.',
  }),
  lng: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  boundary: Nullable(DrawnOutline),
})
export type LotDraft = Static<typeof LotDraft>

const SavedDraft = Type.Object({ draft: Nullable(LotDraft), changed_at: Nullable(Instant) })

export const getLotDraftRoute = route({
  method: 'GET',
  url: '/api/v1/lots/draft',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Get my draft of a new lot. Null: there is none',
    tags: ['lots'],
    response: { 200: SavedDraft },
  },
})

export const saveLotDraftRoute = route({
  method: 'PUT',
  url: '/api/v1/lots/draft',
  config: { access: ['user'], errors: [], limit: { max: 600, minutes: 60, per: 'person' } },
  schema: {
    summary:
      'Save my draft of a new lot, also before my email address is verified. Creating a lot deletes it, and so do 180 days without a change',
    tags: ['lots'],
    body: LotDraft,
    response: { 200: SavedDraft },
  },
})

export const deleteLotDraftRoute = route({
  method: 'DELETE',
  url: '/api/v1/lots/draft',
  config: { access: ['user'], errors: [] },
  schema: { summary: 'Delete my draft of a new lot', tags: ['lots'], response: { 204: NoContent } },
})
