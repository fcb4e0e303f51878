import { lotRoles, membershipStatuses, placeKinds, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { locales } from '@openspot/core/text/locales.ts'
import { type Static, Type } from 'typebox'
import { Offer, Price } from '../booking/quotes.ts'
import { Rules } from '../booking/rule-sets.ts'
import {
  Cents,
  Currency,
  Id,
  Instant,
  LotParams,
  Nullable,
  Page,
  PageQuery,
  Ring,
  StringEnum,
} from '../common.ts'
import { LotFacts, LotPhoto } from '../lot-facts.ts'
import { LotTexts } from '../lot-texts.ts'
import { grants, route } from '../route.ts'
import { LotBilling, LotPatchInput, LotPolicies, OpeningHours } from './lot-settings.ts'

/** Prices of a lot. A length whose rate is null is not sold. */
export const PriceConfiguration = Type.Object({
  currency: Currency,
  cents_per_currency_unit: Type.Integer(),
  min_reservation_price: Cents,
  max_reservation_price: Cents,
  half_hour_cents: Nullable(Cents),
  hour_cents: Nullable(Cents),
  day_cents: Nullable(Cents),
  month_cents: Nullable(Cents),
  day_from_hours: Nullable(
    Type.Integer({ description: 'The price of a day in hours, if the lot has no daily rate.' }),
  ),
  month_from_days: Nullable(
    Type.Integer({ description: 'The price of a month in days, if the lot has no monthly rate.' }),
  ),
  service_fee_cents: Cents,
  service_fee_bps: Type.Integer({
    description: 'Service fee in hundredths of a percent of the parking price.',
  }),
})

/** A lot as anyone may see it. */
export const PublicLot = Type.Object({
  id: Id,
  public_id: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  house_rules: Nullable(Type.String({ description: 'What the lot asks of drivers, in its own words.' })),
  languages: Type.Object(
    {
      name: StringEnum(locales),
      description: StringEnum(locales),
      house_rules: StringEnum(locales),
    },
    {
      description:
        'The language of each text. Texts are in the reader’s language if the lot has them, else as the lot wrote them.',
    },
  ),
  managed_by: Nullable(Type.String()),
  logo_url: Nullable(Type.String({ description: 'A path on this site.' })),
  street: Nullable(Type.String()),
  city: Nullable(Type.String()),
  region: Nullable(Type.String()),
  postal_code: Nullable(Type.String()),
  country: Type.String(),
  lat: Type.Number(),
  lng: Type.Number(),
  boundary: Nullable(
    Type.Array(Ring, { description: 'The outline of the lot as a polygon: outer ring, then holes.' }),
  ),
  time_zone: Type.String(),
  spot_count: Type.Integer(),
  spot_features: Type.Array(StringEnum(spotFeatures), {
    description: 'The features that at least one of its spots has.',
  }),
  snap_minutes: Type.Integer(),
  hold_minutes: Type.Integer(),
  cancel_until_minutes_after_start: Type.Integer(),
  opening_hours: Nullable(OpeningHours),
  overnight_allowed: Type.Boolean({ description: 'Whether vehicles may park while the lot is closed.' }),
  ...LotFacts,
  rating_count: Type.Integer({ description: 'How many drivers rated it.' }),
  rating_average: Nullable(Type.Number({ description: 'From 1 to 5, rounded to a tenth.' })),
  cover_photo_url: Nullable(
    Type.String({ description: 'The thumbnail of its first photo: a path on this site.' }),
  ),
  price_configuration: PriceConfiguration,
  is_plate_check_public: Type.Boolean({
    description: 'Whether anyone may ask whether a license plate may park here. Never in a private lot.',
  }),
})
export type PublicLot = Static<typeof PublicLot>

/** The limits for reservations that apply to the caller: those of their group, or those for everyone else. */
export const BookingLimits = Type.Object({
  rules: Rules,
  zone_names: Type.Array(Type.String(), {
    description: 'The names of the zones of `rules.zone_ids` that still exist.',
  }),
  long_term_days: Type.Integer({ description: 'The longest short reservation, in local days.' }),
  is_of_group: Type.Boolean({
    description: 'Whether the caller is in a group, whose reservations are counted together.',
  }),
})
export type BookingLimits = Static<typeof BookingLimits>

/** A time range that may be open-ended; then it is billed monthly. */
export const OpenReservation = {
  starts_at: Instant,
  ends_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'If omitted, the reservation is monthly without an end.',
    }),
  ),
}

const Words = { pattern: '^[A-Z_,]*$', maxLength: 300 }
/** Which spots of a lot match. */
export const SpotFilters = {
  types: Type.Optional(
    Type.String({
      ...Words,
      description:
        'Comma-separated spot types; spots of any of them match. Search without types means those for cars; accessible, motorcycle, truck, and storage spaces only match if they are named.',
    }),
  ),
  features: Type.Optional(
    Type.String({
      ...Words,
      description:
        'Comma-separated features; spots with all of them match. In search, stalls with a charger only match if a charger is named.',
    }),
  ),
}

export const getPublicLotRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:public_id/public',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'Get a lot by its public ID, with the price of a reservation if a time is given',
    tags: ['lots'],
    params: Type.Object({ public_id: Type.String({ minLength: 10, maxLength: 60 }) }),
    querystring: Type.Object({
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'If omitted, the reservation is monthly without an end.',
        }),
      ),
    }),
    response: {
      200: Type.Object({
        lot: PublicLot,
        offer: Nullable(Offer),
        free_spots: Nullable(Type.Integer()),
        redirected_from: Nullable(Type.String({ description: 'The lot that redirects here.' })),
        photos: Type.Array(LotPhoto, { description: 'In their order, of which the first is the cover.' }),
        is_members_only: Type.Boolean({
          description:
            'Whether the lot is private and the caller is not in it. Then its rates, fees, hours, rules, outline, and description are left out (null or 0), and there is no offer.',
        }),
        membership_status: Nullable(StringEnum(membershipStatuses, { description: 'That of the caller.' })),
        has_waitlist: Type.Boolean({
          description: 'Whether drivers can join a waitlist when the lot is full.',
        }),
        takes_requests: Type.Boolean({ description: 'Whether people may ask to join the lot.' }),
        booking_limits: Nullable(BookingLimits, {
          description: 'Null if there are none, or if the lot is private and the caller is not in it.',
        }),
        has_camera_policy: Type.Boolean({
          description: 'Whether the lot has active cameras, and the caller may read their policy.',
        }),
      }),
    },
  },
})

/** A lot with its texts as it wrote them. */
export const StaffLot = Type.Object({
  ...PublicLot.properties,
  ...LotTexts,
  ...LotPolicies,
  ...Type.Partial(Type.Object(LotBilling)).properties,
  terms_version: Type.Integer(),
  version: Type.Integer({ description: 'The version of these settings. Send it when saving.' }),
  role: Nullable(StringEnum(lotRoles, { description: 'Your role in the lot.' })),
})
export type StaffLot = Static<typeof StaffLot>

export const updateLotRoute = route({
  method: 'PATCH',
  url: '/api/v1/lots/id/:lot_id',
  config: {
    access: ['admin', 'super_admin', 'platform_admin'],
    errors: ['currency_in_use', 'lot_changed', 'time_zone_moves_reservations'],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary:
      'Change the details, prices, hours, and policies of a lot. Confirmed reservations keep their price. Only owners can change the currency and money settings or retire the lot; only the platform can change fees and trust',
    tags: ['lots'],
    params: LotParams,
    body: LotPatchInput,
    response: { 200: StaffLot },
  },
})

export const getLotRoute = route({
  method: 'GET',
  url: '/api/v1/lots/id/:lot_id',
  config: {
    access: ['member', ...grants.staff],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'Get a lot for its members. Only its admins see its money settings',
    tags: ['lots'],
    params: LotParams,
    response: { 200: StaffLot },
  },
})

/** A spot for a time range as a driver chooses it, without saying who occupies it. */
export const OfferedSpot = Type.Object({
  id: Id,
  label: Type.String(),
  type: StringEnum(spotTypes),
  features: Type.Array(StringEnum(spotFeatures)),
  level: Type.Integer(),
  zone_id: Nullable(Id),
  shape: Nullable(Ring),
  price: Nullable(Price),
  is_free: Type.Boolean({ description: 'Whether it can be booked for the whole requested time.' }),
})
export type OfferedSpot = Static<typeof OfferedSpot>

export const searchLotSpotsRoute = route({
  method: 'GET',
  url: '/api/v1/search/lot-spots',
  config: {
    access: grants.lotReaders,
    errors: [],
    subject: { kind: 'lot', in: 'querystring', name: 'lot_id' },
    limit: { max: 600, minutes: 5 },
    weight: 4,
  },
  schema: {
    summary:
      'List the spots of a lot by number, 1,000 at a time, with their availability and price for a time. Without ends_at, prices are monthly',
    tags: ['search'],
    querystring: Type.Object({
      lot_id: Id,
      ...OpenReservation,
      ...SpotFilters,
      cursor: PageQuery.cursor,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
    }),
    response: { 200: Type.Object({ ...Page(OfferedSpot).properties, refusal: Offer.properties.refusal }) },
  },
})

export const SearchResult = Type.Object({
  lot: PublicLot,
  distance_m: Nullable(
    Type.Integer({
      description: 'Distance from the point or the center of the box. Null in a search by name.',
    }),
  ),
  walk_minutes: Nullable(Type.Integer()),
  free_spots: Type.Integer({
    description:
      'Without those that are assigned only on request: accessible stalls and those with a charger.',
  }),
  price: Price,
})
export type SearchResult = Static<typeof SearchResult>

export const searchRoute = route({
  method: 'GET',
  url: '/api/v2/search',
  config: {
    access: ['anonymous', 'user'],
    errors: [],
    limit: { max: 600, minutes: 5 },
    weight: 2,
    counted_together: true,
  },
  schema: {
    summary:
      'Search for lots with a spot that is free for the whole time, around a point, within a box, or by name and address. Each has its lowest all-in price',
    tags: ['search'],
    querystring: Type.Object({
      lat: Type.Optional(
        Type.Number({
          minimum: -90,
          maximum: 90,
          description: 'The center of the search. With box or q, it is only used for distances.',
        }),
      ),
      lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
      radius_m: Type.Optional(Type.Integer({ minimum: 50, maximum: 5000, default: 1500 })),
      narrow: Type.Optional(
        Type.Boolean({
          description:
            'Whether a search around a point stops at the shortest walk (5, 10, 15, or 20 minutes) with ten lots that can be booked, so that a dense area is not searched as far as one with few lots. It never goes beyond radius_m.',
        }),
      ),
      box: Type.Optional(
        Type.String({
          pattern: '^-?[0-9.]+(,-?[0-9.]+){3}$',
          maxLength: 100,
          description: 'West, south, east, north; at most 0.5 degrees high and wide.',
        }),
      ),
      q: Type.Optional(
        Type.String({ minLength: 2, maxLength: 80, description: 'Words of a name or address.' }),
      ),
      ...OpenReservation,
      ...SpotFilters,
      min_cents: Type.Optional(Type.Integer({ minimum: 0 })),
      max_cents: Type.Optional(Type.Integer({ minimum: 0 })),
      sort: Type.Optional(
        StringEnum(['best', 'price', 'distance', 'walk'] as const, {
          description:
            'Without it, the best ones come first: a spot that fits any car, a short walk, and a low price. Walks of more than 20 minutes come last.',
        }),
      ),
      ...PageQuery,
    }),
    response: { 200: Page(SearchResult) },
  },
})

export const Place = Type.Object({
  kind: StringEnum(placeKinds),
  name: Type.String(),
  reader_name: Nullable(Type.String(), {
    description: 'What it is called in the reader’s language. Null if that is its name, or not known.',
  }),
  detail: Type.String({
    description: 'Distinguishes it from others with the same name: state and country, or an address.',
  }),
  lat: Type.Number(),
  lng: Type.Number(),
  address: Type.Object(
    {
      street: Nullable(Type.String()),
      city: Nullable(Type.String()),
      region: Nullable(Type.String()),
      postal_code: Nullable(Type.String()),
      country: Type.String(),
    },
    { description: 'What is known of its address.' },
  ),
  time_zone: Type.String({ description: 'The IANA time zone there.' }),
  is_exact: Type.Boolean({
    description:
      'Whether the text names it. Otherwise its name only resembles the text, or an address that is not known is in it.',
  }),
})
export type Place = Static<typeof Place>

export const listPlacesRoute = route({
  method: 'GET',
  url: '/api/v1/places',
  config: { access: ['anonymous'], errors: [], limit: { max: 600, minutes: 5 } },
  schema: {
    summary:
      'Suggest places for a text: cities, ZIP codes, neighborhoods, landmarks, venues, airports, and addresses, public lots by name or street, and what the geocoder of the operator finds. If few match, similar names follow. For an unknown address, its ZIP code or city comes first, with is_exact false',
    tags: ['search'],
    querystring: Type.Object({ q: Type.String({ minLength: 1, maxLength: 80 }) }),
    response: {
      200: Type.Object({
        items: Type.Array(Place),
        attribution: Nullable(
          Type.String({
            description: 'Whose data the addresses are, to be shown with them. Null without any.',
          }),
        ),
      }),
    },
  },
})
