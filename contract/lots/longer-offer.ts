import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, Nullable } from '../common.ts'
import { grants, route } from '../route.ts'
import { SpotFilters } from './lots.ts'

/** A longer time that costs the same or little more. */
export const LongerOffer = Type.Object({
  ends_at: Instant,
  extra_cents: Cents,
  currency: Currency,
})
export type LongerOffer = Static<typeof LongerOffer>

export const getLongerOfferRoute = route({
  method: 'GET',
  url: '/api/v1/search/longer-offer',
  config: {
    access: grants.lotReaders,
    errors: [],
    subject: { kind: 'lot', in: 'querystring', name: 'lot_id' },
    limit: { max: 300, minutes: 5 },
    weight: 4,
  },
  schema: {
    summary:
      'Find the latest end, up to 24 hours later, that costs at most 15% more. Null if no end an hour or more later does, or no spot is free until then',
    tags: ['search'],
    querystring: Type.Object({
      lot_id: Id,
      starts_at: Instant,
      ends_at: Instant,
      spot_id: Type.Optional(Id),
      ...SpotFilters,
    }),
    response: { 200: Type.Object({ offer: Nullable(LongerOffer) }) },
  },
})
