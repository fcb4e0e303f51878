import { quoteUnits } from '@openspot/core/quote/types.ts'
import { type Static, Type } from 'typebox'
import {
  Cents,
  Id,
  Instant,
  LotParams,
  Name,
  NoContent,
  Nullable,
  SentVersion,
  StrictObject,
  StringEnum,
  Version,
} from '../common.ts'
import { grants, route } from '../route.ts'
import { LocalDate, Recurrence, RecurrenceInput } from './recurrence.ts'

/** The price of one block of each length; null means it is not sold here. */
export const RateSet = Type.Object({
  half_hour_cents: Nullable(Cents),
  hour_cents: Nullable(Cents),
  day_cents: Nullable(Cents),
  month_cents: Nullable(Cents),
})
export type RateSet = Static<typeof RateSet>

const Rate = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100_000_000 })))
export const RateSetInput = StrictObject({
  half_hour_cents: Rate,
  hour_cents: Rate,
  day_cents: Rate,
  month_cents: Rate,
})

/** The prices of a whole lot: its rates, how missing ones are derived, and the minimum and maximum charge. */
export const LotPricesInput = StrictObject({
  ...RateSetInput.properties,
  day_from_hours: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 24 }))),
  month_from_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  min_reservation_price: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  max_reservation_price: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
})

/** The bounds of the charge for a reservation of one spot, as request input. */
export const SpotPriceBoundsInput = {
  min_reservation_price: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        description: 'The minimum charge in minor units, without the service fee. Null: that of the lot.',
      }),
    ),
  ),
  max_reservation_price: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 100_000_000,
        description: 'Reservations that would cost more are refused. Null: as for the lot.',
      }),
    ),
  ),
}

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const

/** A period in which all rates are higher or lower: an event, a season, every Friday evening. */
export const CalendarPrice = Type.Object({
  id: Id,
  lot_id: Id,
  name: Type.String(),
  ...Recurrence,
  percent_bps: Nullable(
    Type.Integer({ description: 'In hundredths of a percent: 2000 adds 20%, -1250 takes 12.5% off.' }),
  ),
  amount_cents: Nullable(
    Type.Integer({ description: 'The amount that is added to each block; negative takes it off.' }),
  ),
  units: Nullable(Type.Array(StringEnum(quoteUnits))),
  zone_ids: Nullable(Type.Array(Id)),
  is_published: Type.Boolean({
    description: 'Whether it is in effect. An unpublished one changes no prices.',
  }),
  is_guidance: Type.Boolean({
    description: 'Whether price guidance made it and may change it. Once a person changes it, it is theirs.',
  }),
  version: Version,
  created_by: Nullable(Type.String()),
  created_at: Instant,
  changed_at: Instant,
})
export type CalendarPrice = Static<typeof CalendarPrice>

const Percent = Type.Optional(Nullable(Type.Integer({ minimum: -10_000, maximum: 100_000 })))
const Amount = Type.Optional(Nullable(Type.Integer({ minimum: -10_000_000, maximum: 10_000_000 })))
const CalendarPriceInput = {
  name: Type.String({ minLength: 1, maxLength: 80 }),
  ...RecurrenceInput,
  percent_bps: Percent,
  amount_cents: Amount,
  units: Type.Optional(Nullable(Type.Array(StringEnum(quoteUnits), { minItems: 1, uniqueItems: true }))),
  zone_ids: Type.Optional(Nullable(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }))),
  is_published: Type.Optional(Type.Boolean()),
}
/** A hypothetical calendar price, for an impact preview. */
export const ImaginedCalendarPrice = StrictObject(CalendarPriceInput)

const priceSubject = { kind: 'calendar_price', in: 'params', name: 'price_id' } as const
const PriceParams = Type.Object({ price_id: Id })

export const createCalendarPriceRoute = route({
  method: 'POST',
  url: '/api/v1/cal-price',
  config: { access: admins, errors: [], subject: { kind: 'lot', in: 'body', name: 'lot_id' } },
  schema: {
    summary: 'Create a calendar price. Confirmed reservations keep their price',
    tags: ['calendar price'],
    body: StrictObject({ lot_id: Id, ...CalendarPriceInput }),
    response: { 201: CalendarPrice },
  },
})

/** One occurrence of a calendar price. */
export const PricePeriod = Type.Object({
  price_id: Id,
  name: Type.String(),
  starts_at: Instant,
  ends_at: Instant,
  percent_bps: Nullable(Type.Integer()),
  amount_cents: Nullable(Type.Integer()),
  units: Nullable(Type.Array(StringEnum(quoteUnits))),
  zone_ids: Nullable(Type.Array(Id)),
  is_published: Type.Boolean(),
})
export type PricePeriod = Static<typeof PricePeriod>

export const listPricePeriodsRoute = route({
  method: 'GET',
  url: '/api/v1/cal-price/lot/:lot_id/periods/:from/:to',
  config: { access: ['user[public_lot]', 'member', ...grants.staff], errors: [], subject: lot },
  schema: {
    summary:
      'List the calendar prices of a lot as periods between two days, at most 366 days apart. Staff also see unpublished ones',
    tags: ['calendar price'],
    params: Type.Object({ lot_id: Id, from: LocalDate, to: LocalDate }),
    response: { 200: Type.Object({ items: Type.Array(PricePeriod) }) },
  },
})

export const listCalendarPricesRoute = route({
  method: 'GET',
  url: '/api/v1/cal-price/lot/:lot_id',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'List the calendar prices of a lot, including past and unpublished ones, by start',
    tags: ['calendar price'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(CalendarPrice) }) },
  },
})

export const getCalendarPriceRoute = route({
  method: 'GET',
  url: '/api/v1/cal-price/:price_id',
  config: { access: admins, errors: [], subject: priceSubject },
  schema: {
    summary: 'Get a calendar price',
    tags: ['calendar price'],
    params: PriceParams,
    response: { 200: CalendarPrice },
  },
})

export const updateCalendarPriceRoute = route({
  method: 'PATCH',
  url: '/api/v1/cal-price/:price_id',
  config: { access: admins, errors: ['price_changed'], subject: priceSubject },
  schema: {
    summary: 'Change a calendar price. Confirmed reservations keep their price',
    tags: ['calendar price'],
    params: PriceParams,
    body: Type.Partial(StrictObject({ ...CalendarPriceInput, version: SentVersion('price_changed') }), {
      additionalProperties: false,
    }),
    response: { 200: CalendarPrice },
  },
})

export const deleteCalendarPriceRoute = route({
  method: 'DELETE',
  url: '/api/v1/cal-price/:price_id',
  config: { access: admins, errors: [], subject: priceSubject },
  schema: {
    summary: 'Delete a calendar price',
    tags: ['calendar price'],
    params: PriceParams,
    response: { 204: NoContent },
  },
})

/** A level or building of a lot. */
export const Zone = Type.Object({
  id: Id,
  lot_id: Id,
  name: Type.String(),
  rates: RateSet,
  spot_count: Type.Integer(),
  version: Version,
})
export type Zone = Static<typeof Zone>
const zoneSubject = { kind: 'zone', in: 'params', name: 'zone_id' } as const
const ZoneParams = Type.Object({ zone_id: Id })

export const listZonesRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/zones',
  config: { access: ['member', ...grants.staff], errors: [], subject: lot },
  schema: {
    summary: 'List the zones of a lot and the rates that override those of the lot',
    tags: ['spots'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(Zone) }) },
  },
})

export const createZoneRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/zones',
  config: { access: admins, errors: ['name_taken'], subject: lot },
  schema: {
    summary: 'Add a zone',
    tags: ['spots'],
    params: LotParams,
    body: StrictObject({
      name: Type.String({ minLength: 1, maxLength: 60 }),
      rates: Type.Optional(RateSetInput),
    }),
    response: { 201: Zone },
  },
})

export const updateZoneRoute = route({
  method: 'PATCH',
  url: '/api/v1/zones/:zone_id',
  config: { access: admins, errors: ['name_taken', 'zone_changed'], subject: zoneSubject },
  schema: {
    summary: 'Rename a zone, or set its rates',
    tags: ['spots'],
    params: ZoneParams,
    body: StrictObject({
      name: Type.Optional(Name),
      rates: Type.Optional(RateSetInput),
      version: Type.Optional(SentVersion('zone_changed')),
    }),
    response: { 200: Zone },
  },
})

export const deleteZoneRoute = route({
  method: 'DELETE',
  url: '/api/v1/zones/:zone_id',
  config: { access: admins, errors: [], subject: zoneSubject },
  schema: {
    summary: 'Delete a zone. Its spots are kept, without a zone',
    tags: ['spots'],
    params: ZoneParams,
    response: { 204: NoContent },
  },
})
