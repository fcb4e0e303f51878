import { type Static, Type } from 'typebox'
import { LocalDate } from '../booking/recurrence.ts'
import { Cents, Currency, Nullable } from '../common.ts'
import { route } from '../route.ts'

export const EarningsEstimate = Type.Object({
  estimate: Nullable(
    Type.Object({
      currency: Currency,
      month_cents: Cents,
      lot_count: Type.Integer({ description: 'The number of lots in the comparison.' }),
      from_on: LocalDate,
      until_on: Type.String({ format: 'date', description: 'The first day after the compared months.' }),
    }),
    {
      description:
        'What a spot of the lots nearby earned in a month after the platform’s share: the median of the lots, in whole units of the currency. Null with fewer than three lots of three owners.',
    },
  ),
  platform_share_bps: Type.Integer({
    description: 'The platform’s share of a new lot’s earnings, in hundredths of a percent.',
  }),
  // Optional, because a page may meet an answer of the release before.
  plans: Type.Optional(
    Type.Array(
      Type.Object({
        max_spots: Nullable(Type.Integer({ description: 'The most spots of a lot on it. Null: no limit.' })),
        month_cents: Cents,
      }),
      {
        description:
          'What a lot pays the platform each month besides, the smallest plan first, in the currency of the estimate, or in US dollars without one. Plans without a price in it are missing.',
      },
    ),
  ),
  radius_m: Type.Integer({ description: 'The radius in which lots are compared.' }),
})
export type EarningsEstimate = Static<typeof EarningsEstimate>

export const getEarningsEstimateRoute = route({
  method: 'GET',
  url: '/api/v1/lots/earnings-estimate',
  config: { access: ['anonymous'], errors: [], limit: { max: 120, minutes: 5 }, weight: 4 },
  schema: {
    summary: 'Estimate what a spot earns in a month around a point, from what the lots nearby earned',
    tags: ['lots'],
    querystring: Type.Object({
      lat: Type.Number({
        minimum: -90,
        maximum: 90,
        description: 'Rounded to a hundredth of a degree.',
      }),
      lng: Type.Number({ minimum: -180, maximum: 180 }),
    }),
    response: { 200: EarningsEstimate },
  },
})
