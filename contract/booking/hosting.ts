import { spotTypes } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, Nullable, SeenName, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'
import { Availability } from './availability.ts'
import { RateSet, RateSetInput } from './prices.ts'

/** A host can ask for a week of notice. */
export const MAX_NOTICE_MINUTES = 10_080

/** The state of a host's spot: kept for them, listed, taken by a guest, paused, or closed for another reason. */
export const mySpotStates = ['MINE', 'LISTED', 'TAKEN', 'PAUSED', 'CLOSED'] as const

/** A reservation of someone else on a host's spot. */
export const HostedReservation = Type.Object({
  id: Id,
  name: SeenName,
  plate: Nullable(Type.String(), { description: 'As the lot may see it. Null without a vehicle.' }),
  starts_at: Instant,
  ends_at: Nullable(Instant),
  earns_cents: Type.Integer({ description: 'The host’s share of what was paid, after refunds.' }),
})
export type HostedReservation = Static<typeof HostedReservation>

/** A spot that is assigned to me, or to my group. */
export const MySpot = Type.Object({
  id: Id,
  label: Type.String(),
  type: StringEnum(spotTypes),
  level: Type.Integer(),
  lot: Type.Object({ id: Id, name: Type.String(), public_id: Type.String(), time_zone: Type.String() }),
  is_group: Type.Boolean({ description: 'Whether it is assigned to my group. Then it cannot be listed.' }),
  state: StringEnum(mySpotStates),
  until: Nullable(Instant, { description: 'When the state changes. Null if no change is in sight.' }),
  current: Nullable(HostedReservation),
  next: Nullable(HostedReservation),
})
export type MySpot = Static<typeof MySpot>

const spot = { kind: 'spot', in: 'params', name: 'spot_id' } as const
const SpotParams = Type.Object({ spot_id: Id })

export const listMySpotsRoute = route({
  method: 'GET',
  url: '/api/v1/spots/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List the spots that are assigned to me or to my group, with who is there now and next',
    tags: ['spots'],
    response: { 200: Type.Object({ items: Type.Array(MySpot) }) },
  },
})

/** What drivers paid for similar spots. Null amounts: too few reservations to say. */
export const PriceGuidance = Type.Object({
  unit: StringEnum(['HOUR', 'DAY'] as const),
  median_cents: Nullable(Cents),
  low_cents: Nullable(Cents, { description: 'A quarter paid less.' }),
  high_cents: Nullable(Cents, { description: 'A quarter paid more.' }),
  reservation_count: Type.Integer(),
})
export type PriceGuidance = Static<typeof PriceGuidance>

export const Hosting = Type.Object({
  spot: MySpot,
  currency: Currency,
  usual_rates: RateSet,
  min_rates: RateSet,
  max_rates: RateSet,
  platform_share_bps: Type.Integer({ description: 'The platform’s share, in basis points of the price.' }),
  host_share_bps: Type.Integer({ description: 'The host’s share of the rest, in basis points.' }),
  notice_days: Type.Integer({ description: 'The notice that ends a monthly reservation.' }),
  is_paused: Type.Boolean(),
  min_notice_minutes: Type.Integer({
    description: 'How long before its start others must book the spot. 0 if the host set none.',
  }),
  guidance: Type.Array(PriceGuidance, {
    description: 'By unit, from reservations of the last 90 days on spots of the same type in the lot.',
  }),
})
export type Hosting = Static<typeof Hosting>

export const getHostingRoute = route({
  method: 'GET',
  url: '/api/v2/spots/:spot_id/hosting',
  config: { access: ['resource_owner'], errors: [], subject: spot },
  schema: {
    summary: 'Get what a host needs to list their spot: its state, price limits, shares, and similar prices',
    tags: ['spots'],
    params: SpotParams,
    response: { 200: Hosting },
  },
})

/** What a host can expect to earn from a time. */
export const EarningsPreview = Type.Object({
  full_cents: Nullable(Type.Integer(), {
    description: 'The host’s share if one driver books the whole time. Null if it has no price.',
  }),
  booked_bps: Nullable(Type.Integer(), {
    description:
      'The part of the last 14 days for which spots of the same type in the lot were booked, in basis points. Null: too few reservations to say.',
  }),
  likely_cents: Nullable(Type.Integer(), { description: '`full_cents` times `booked_bps`.' }),
})
export type EarningsPreview = Static<typeof EarningsPreview>

export const getEarningsPreviewRoute = route({
  method: 'GET',
  url: '/api/v2/spots/:spot_id/earnings-preview',
  config: {
    access: ['resource_owner'],
    errors: [],
    subject: spot,
    limit: { max: 120, minutes: 1, per: 'person' },
    weight: 2,
  },
  schema: {
    summary: 'Preview what I earn if I list my spot for a time, at the lot’s price or my own',
    tags: ['spots'],
    params: SpotParams,
    querystring: Type.Object({
      starts_at: Instant,
      ends_at: Instant,
      hour_cents: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
    }),
    response: { 200: EarningsPreview },
  },
})

export const setListingRoute = route({
  method: 'PUT',
  url: '/api/v2/spots/:spot_id/listing',
  config: {
    access: ['resource_owner'],
    errors: ['availability_in_use', 'availability_not_possible'],
    subject: spot,
  },
  schema: {
    summary:
      'List my spot for a time, or take it back. Joins and splits one-time availability rules as needed; a time that repeats is closed for that time only',
    tags: ['spots'],
    params: SpotParams,
    body: StrictObject({
      starts_at: Instant,
      ends_at: Type.Optional(Nullable(Instant)),
      is_listed: Type.Boolean(),
      rates: Type.Optional(Nullable(RateSetInput)),
    }),
    response: {
      200: Type.Object({
        is_complete: Type.Boolean({
          description: 'Whether all of the time is listed now. The lot may keep part of it closed.',
        }),
        availability_rules: Type.Array(Availability),
      }),
    },
  },
})

export const pauseListingRoute = route({
  method: 'PUT',
  url: '/api/v2/spots/:spot_id/pause',
  config: { access: ['resource_owner'], errors: [], subject: spot },
  schema: {
    summary: 'Pause new reservations of my spot, or resume. Existing reservations stay valid',
    tags: ['spots'],
    params: SpotParams,
    body: StrictObject({ is_paused: Type.Boolean() }),
    response: { 200: Type.Object({ is_paused: Type.Boolean() }) },
  },
})

export const setMinNoticeRoute = route({
  method: 'PUT',
  url: '/api/v2/spots/:spot_id/min-notice',
  config: { access: ['resource_owner'], errors: [], subject: spot },
  schema: {
    summary: 'Set how long before its start others must book my spot. Existing reservations stay valid',
    tags: ['spots'],
    params: SpotParams,
    body: StrictObject({ min_notice_minutes: Type.Integer({ minimum: 0, maximum: MAX_NOTICE_MINUTES }) }),
    response: { 200: Type.Object({ min_notice_minutes: Type.Integer() }) },
  },
})

export const listHostedReservationsRoute = route({
  method: 'GET',
  url: '/api/v2/spots/:spot_id/hosted-reservations',
  config: { access: ['resource_owner'], errors: [], subject: spot },
  schema: {
    summary:
      'List the reservations of others on my spot: at most 50 current and upcoming ones, earliest first',
    tags: ['spots'],
    params: SpotParams,
    response: { 200: Type.Object({ items: Type.Array(HostedReservation) }) },
  },
})
