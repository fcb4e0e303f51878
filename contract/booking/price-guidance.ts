import { weekdays } from '@openspot/core/enums.ts'
import { guidanceReasons, guidanceStates } from '@openspot/core/price-guidance/enums.ts'
import {
  ELASTICITY_BPS,
  GUIDANCE_DAYS,
  HIGHEST_BPS,
  LOWEST_BPS,
  MAX_STEP_BPS,
  MIN_STEP_BPS,
} from '@openspot/core/price-guidance/limits.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, LotParams, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ format: 'date' })
const Hour = Type.Integer({ minimum: 0, maximum: 23, description: 'On the clock of the lot.' })
const Occupancy = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'The share of the time of all unassigned spots that was reserved, in basis points.',
})
const Percent = Type.Integer({ description: 'What guidance adds to the hour price, in basis points of it.' })

const bounds = {
  lowest_bps: Type.Integer({
    minimum: LOWEST_BPS,
    maximum: 0,
    description: 'The largest reduction of the lot’s own price, in basis points: -2000 is 20% less.',
  }),
  highest_bps: Type.Integer({
    minimum: 0,
    maximum: HIGHEST_BPS,
    description: 'The largest increase of the lot’s own price, in basis points: 3000 is 30% more.',
  }),
  step_bps: Type.Integer({
    minimum: MIN_STEP_BPS,
    maximum: MAX_STEP_BPS,
    description: 'The most that one change may raise or lower the price of an hour, in basis points of it.',
  }),
}

export const GuidanceSettings = Type.Object({
  ...bounds,
  is_saved: Type.Boolean({
    description: 'Whether the owner has set these bounds. Nothing is applied before that.',
  }),
  next_apply_at: Nullable(Instant, {
    description: 'When suggestions are applied next. Null: not on schedule.',
  }),
  version: Type.Integer({ minimum: 0, description: 'The version of these settings. Send it when saving.' }),
})
export type GuidanceSettings = Static<typeof GuidanceSettings>

const GuidanceHour = Type.Object({
  weekday: StringEnum(weekdays),
  hour: Hour,
  reason: StringEnum(guidanceReasons),
  weeks: Type.Integer({ minimum: 0, description: 'How often the hour was observed at its current price.' }),
  occupancy_bps: Nullable(Occupancy, { description: 'Null if there is too little data to tell.' }),
  guided_bps: Percent,
  suggested_bps: Nullable(Percent, { description: 'The same with the suggestion. Null if there is none.' }),
  current_cents: Nullable(Cents, { description: 'What an hour costs now. Null if the lot sells no hours.' }),
  suggested_cents: Nullable(Cents),
})
export type GuidanceHour = Static<typeof GuidanceHour>

const Suggestion = Type.Object({
  weekday: StringEnum(weekdays),
  from_hour: Hour,
  until_hour: Type.Integer({ minimum: 1, maximum: 24, description: 'Excluded.' }),
  reason: StringEnum(['BUSY', 'QUIET'] as const),
  occupancy_bps: Occupancy,
  weeks: Type.Integer({ minimum: 1 }),
  current_cents: Cents,
  suggested_cents: Cents,
  similar: Nullable(Type.Object({ hours: Type.Integer({ minimum: 1 }), occupancy_bps: Occupancy }), {
    description: 'How full the other hours were that already have the suggested price. Null: there are none.',
  }),
})
export type GuidanceSuggestion = Static<typeof Suggestion>

const Backtest = Type.Object({
  bookings: Type.Integer({ minimum: 0, description: 'The real bookings that were priced again.' }),
  charged_cents: Type.Integer({
    description: 'What they cost when they were booked, also if canceled later.',
  }),
  current_cents: Type.Integer({ description: 'What they would have cost at today’s prices.' }),
  if_all_book_cents: Type.Integer({
    description: 'What those that have a price would have cost at the suggested prices.',
  }),
  expected_cents: Type.Integer({
    description: `The same without the drivers expected not to book: of those who would pay 10% more, ${ELASTICITY_BPS / 1000}%.`,
  }),
  more_expensive: Count,
  less_expensive: Count,
  refused: Type.Integer({
    minimum: 0,
    description:
      'Bookings that would have been refused, because they would cost more than the lot’s maximum.',
  }),
  lost: Type.Integer({ minimum: 0, description: 'How many drivers are expected not to have booked.' }),
})
export type GuidanceBacktest = Static<typeof Backtest>

export const GuidanceChange = Type.Object({
  id: Id,
  applied_at: Instant,
  is_scheduled: Type.Boolean(),
  raised: Type.Integer({ minimum: 0, description: 'How many hours of the week got a higher price.' }),
  lowered: Count,
  undone_at: Nullable(Instant),
  can_undo: Type.Boolean({
    description:
      'Whether the prices are still as this change left them. Only the latest change can be undone.',
  }),
})
export type GuidanceChange = Static<typeof GuidanceChange>

export const PriceGuidance = Type.Object({
  state: StringEnum(guidanceStates),
  currency: Currency,
  time_zone: Type.String(),
  from_on: Day,
  until_on: Day,
  spots: Type.Integer({ minimum: 0, description: 'The unassigned spots that occupancy is a share of.' }),
  bookings: Type.Integer({
    minimum: 0,
    description: 'Kept reservations with an end that started in these days.',
  }),
  hour_cents: Nullable(Cents, { description: 'The lot’s own price of an hour.' }),
  terms_version: Type.Integer({ description: 'The version of the lot’s prices. Send it when applying.' }),
  settings: GuidanceSettings,
  hours: Type.Array(GuidanceHour, { description: 'All 168 hours of the week, Monday first.' }),
  suggestions: Type.Array(Suggestion, { description: 'Neighboring hours with the same suggestion, joined.' }),
  backtest: Nullable(Backtest, { description: 'Null if nothing is suggested.' }),
  last_change: Nullable(GuidanceChange),
})
export type PriceGuidance = Static<typeof PriceGuidance>

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const limit = { max: 60, minutes: 5 }

export const getPriceGuidanceRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/price-guidance',
  config: { access: admins, errors: [], subject: lot, limit, weight: 50 },
  schema: {
    summary: `Get suggested prices by hour and weekday from the demand of the last ${GUIDANCE_DAYS} days, and what they would have earned and refused. Nothing is changed`,
    tags: ['price guidance'],
    params: LotParams,
    response: { 200: PriceGuidance },
  },
})

export const replaceGuidanceSettingsRoute = route({
  method: 'PUT',
  url: '/api/v2/lots/:lot_id/price-guidance/settings',
  config: { access: admins, errors: ['guidance_changed'], subject: lot },
  schema: {
    summary:
      'Set how far guidance may change prices, and whether it does every week. Prices of guidance beyond the new bounds are moved to them',
    tags: ['price guidance'],
    params: LotParams,
    body: StrictObject({
      ...bounds,
      is_weekly: Type.Boolean({ description: 'Whether suggestions are applied each Monday morning.' }),
      version: Type.Integer({
        minimum: 0,
        description: 'The version that was read. Fails with guidance_changed if it was changed since.',
      }),
    }),
    response: { 200: GuidanceSettings },
  },
})

export const applyGuidanceRoute = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/price-guidance/apply',
  config: {
    access: admins,
    errors: ['guidance_changed', 'guidance_bounds_missing'],
    subject: lot,
    limit,
    weight: 20,
  },
  schema: {
    summary: 'Apply suggestions, as weekly calendar prices. Confirmed reservations keep their price',
    tags: ['price guidance'],
    params: LotParams,
    body: StrictObject({
      terms_version: Type.Integer({
        minimum: 1,
        description: 'The version that was read. Fails with guidance_changed if prices were changed since.',
      }),
      hours: Type.Array(
        StrictObject({
          weekday: StringEnum(weekdays),
          hour: Hour,
          suggested_bps: Type.Integer({ minimum: LOWEST_BPS, maximum: HIGHEST_BPS }),
        }),
        {
          minItems: 1,
          maxItems: 168,
          description:
            'The suggestions to apply, as they were read. Fails with guidance_changed if one differs by now.',
        },
      ),
    }),
    response: { 200: GuidanceChange },
  },
})

export const undoGuidanceRoute = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/price-guidance/undo',
  config: { access: admins, errors: ['guidance_changed'], subject: lot },
  schema: {
    summary: 'Undo the latest change of guidance. Fails if prices of guidance were changed since',
    tags: ['price guidance'],
    params: LotParams,
    body: StrictObject({ change_id: Id }),
    response: { 200: GuidanceChange },
  },
})
