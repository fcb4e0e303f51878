import { weekdays } from '@openspot/core/enums.ts'
import { DEFAULT_FIGURE_PERIOD_DAYS, MAX_FIGURE_PERIOD_DAYS } from '@openspot/core/lot-figures/lot-figures.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, LotParams, Nullable, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ format: 'date' })
const Bps = Nullable(Type.Integer({ minimum: 0, maximum: 10_000 }), {
  description: 'In basis points. Null if there is nothing to count.',
})
const Minutes = Nullable(Type.Integer({ minimum: 0 }), {
  description: 'In minutes. Null if there is nothing to count.',
})

const figures = {
  revenue_cents: Type.Integer({ description: 'What was paid, less what was refunded of it since.' }),
  reservations: Type.Integer({
    minimum: 0,
    description: 'Reservations that start then, with canceled ones.',
  }),
  canceled: Count,
  canceled_bps: Bps,
  average_price_cents: Nullable(Cents, { description: 'Of kept reservations with an end.' }),
  average_length_minutes: Minutes,
  average_lead_minutes: Minutes,
  occupancy_bps: Bps,
}
const Period = Type.Object({
  from_on: Day,
  until_on: Day,
  totals: Type.Object(figures),
  days: Type.Array(Type.Object({ on: Day, ...figures })),
})

export const LotFigures = Type.Object({
  time_zone: Type.String(),
  currency: Currency,
  spots: Type.Integer({ minimum: 0, description: 'The spots that occupancy is a share of.' }),
  current: Period,
  previous: Type.Object(Period.properties, { description: 'As many days, just before.' }),
  week: Type.Array(
    Type.Object({
      weekday: StringEnum(weekdays),
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      occupancy_bps: Bps,
    }),
    { description: 'Occupancy by weekday and hour.' },
  ),
  by_spot: Type.Array(
    Type.Object({
      spot_id: Id,
      label: Type.String(),
      utilization_bps: Bps,
      previous_bps: Bps,
      reservations: Type.Integer({ minimum: 0, description: 'Reservations that overlap the period.' }),
    }),
    { description: 'The most used first.' },
  ),
})
export type LotFigures = Static<typeof LotFigures>

export const getLotFiguresRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/figures',
  config: {
    access: ['admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    weight: 10,
  },
  schema: {
    summary:
      'Get occupancy, revenue, prices, lengths, lead times, and cancellations of a period of the lot, and of the one before it',
    tags: ['analytics'],
    params: LotParams,
    querystring: Type.Object({
      from_on: Type.Optional(
        Type.String({
          format: 'date',
          description: `The first day, in the lot’s time zone. By default ${DEFAULT_FIGURE_PERIOD_DAYS} days until \`until_on\`.`,
        }),
      ),
      until_on: Type.Optional(
        Type.String({
          format: 'date',
          description: `The last day, by default yesterday. At most ${MAX_FIGURE_PERIOD_DAYS} days.`,
        }),
      ),
    }),
    response: { 200: LotFigures },
  },
})
