import type { LotExport } from '@openspot/contract/lots/lot-export.ts'
import { failedPaymentRules, spotFeatures, spotTypes, weekdays } from '@openspot/core/enums.ts'
import { entryMethods, lotAmenities, onSitePayments } from '@openspot/core/lots/facts.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { eachSpotFact } from '@openspot/core/spots/spot-facts.ts'
import fc from 'fast-check'

/** Random documents for the tests of export and import, and what counts as equal. */

const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '7', '-'), minLength: 1, maxLength: 12 })
const text = fc.option(word)
const cents = fc.option(fc.integer({ min: 0, max: 5000 }))
const rates = fc.record({ half_hour_cents: cents, hour_cents: cents, day_cents: cents, month_cents: cents })
/** An id for each number, which distinguishes parts with the same name. */
export const idOf = (kind: number, at: number) =>
  `0000000${kind}-0000-4000-8000-${String(at).padStart(12, '0')}`
const someOf = (kind: number, count: number) =>
  count === 0
    ? fc.constant(null)
    : fc.option(
        fc.uniqueArray(fc.nat(count - 1), { minLength: 1 }).map((some) => some.map((at) => idOf(kind, at))),
      )
const oneOf = (kind: number, count: number) => someOf(kind, count).map((ids) => ids?.[0] ?? null)

type Recurrence = Pick<
  Required<LotExport['availability_rules'][number]>,
  'starts_at' | 'ends_at' | 'repeat_frequency' | 'weekdays' | 'until_on'
>
const recurrence: fc.Arbitrary<Recurrence> = fc
  .record({
    day: fc.integer({ min: 5, max: 28 }),
    hour: fc.nat(12),
    long: fc.integer({ min: 1, max: 11 }),
    repeats: fc.boolean(),
  })
  .chain(({ day, hour, long, repeats }) => {
    const at = (h: number) =>
      `2026-04-${String(day).padStart(2, '0')}T${String(h).padStart(2, '0')}:00:00.000Z`
    const time = { starts_at: at(hour), ends_at: at(hour + long) }
    if (!repeats)
      return fc.constant<Recurrence>({
        ...time,
        repeat_frequency: 'NEVER' as const,
        weekdays: [],
        until_on: null,
      })
    return fc.record<Recurrence>({
      starts_at: fc.constant(time.starts_at),
      ends_at: fc.constant(time.ends_at),
      repeat_frequency: fc.constant('WEEKLY' as const),
      weekdays: fc.subarray([...weekdays], { minLength: 1, maxLength: 2 }),
      until_on: fc.constantFrom(null, '2026-12-24'),
    })
  })

const settings = fc.record({
  half_hour_cents: fc.constantFrom(null, 200),
  hour_cents: fc.constantFrom(null, 400),
  day_cents: fc.constantFrom(null, 2000),
  month_cents: fc.constantFrom(null, 30_000),
  day_from_hours: fc.option(fc.integer({ min: 1, max: 24 })),
  month_from_days: fc.option(fc.integer({ min: 1, max: 31 })),
  min_reservation_price: fc.nat(500),
  max_reservation_price: fc.integer({ min: 500, max: 900_000 }),
  snap_minutes: fc.constantFrom(1, 5, 10, 15, 30, 60),
  hold_minutes: fc.integer({ min: 1, max: 60 }),
  cancel_until_minutes_after_start: fc.integer({ min: -10_080, max: 1440 }),
  opening_hours: fc.constantFrom<LotExport['settings']['opening_hours']>(null, {
    MON: [{ opens: '08:00', closes: '20:00' }],
    SAT: [],
  }),
  overnight_allowed: fc.boolean(),
  accept_hours: fc.integer({ min: 1, max: 720 }),
  offer_minutes: fc.integer({ min: 5, max: 1440 }),
  host_notice_days: fc.nat(90),
  gives_back_rest: fc.boolean(),
  is_plate_check_public: fc.boolean(),
  refuses_vehicles_elsewhere: fc.boolean(),
  long_term_days: fc.integer({ min: 1, max: 366 }),
  problem_full_refund_minutes: fc.integer({ min: 0, max: 10_080 }),
  fine_due_days: fc.integer({ min: 1, max: 90 }),
  fine_appeal_days: fc.integer({ min: 1, max: 90 }),
  camera_image_hours: fc.integer({ min: 0, max: 168 }),
  camera_grace_minutes: fc.integer({ min: 0, max: 240 }),
  host_rate_min_bps: fc.nat(5000),
  host_rate_max_bps: fc.integer({ min: 5000, max: 100_000 }),
  is_private: fc.boolean(),
  invite_only: fc.boolean(),
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
  host_share_bps: fc.nat(10_000),
  payout_hold_hours: fc.nat(2160),
  failed_payment_days: fc.nat(60),
  failed_payment_rule: fc.constantFrom(...failedPaymentRules),
  refund_undo_minutes: fc.nat(1440),
  approval_limit_cents: fc.option(fc.nat(100_000)),
})

const texts = fc
  .record({ name: word, description: word, house_rules: word }, { requiredKeys: [] })
  .map((of): LotExport['details']['texts'] => (Object.keys(of).length === 0 ? {} : { 'ja-JP': of }))

const place = fc.constantFrom(
  { country: 'US', lat: 41.879, lng: -87.634, time_zone: 'America/Chicago' },
  { country: 'NP', lat: 27.71, lng: 85.32, time_zone: 'Asia/Kathmandu' },
)

export const documents: fc.Arbitrary<LotExport> = fc
  .record({ zones: fc.nat(3), spots: fc.nat(8), rules: fc.nat(3) })
  .chain((count) => {
    const times = (length: number) => ({ minLength: length, maxLength: length })
    return fc.record({
      format: fc.constant('openspot-lot' as const),
      version: fc.constant(1 as const),
      exported_at: fc.constant('2026-03-01T00:00:00.000Z'),
      details: fc
        .record({
          name: word,
          description: text,
          entry_instructions: text,
          house_rules: text,
          language: fc.constantFrom('en-US', 'ar-AE'),
          texts: texts,
          managed_by: text,
          clearance_mm: fc.option(fc.integer({ min: 1000, max: 10_000 })),
          contact_phone: fc.option(fc.constantFrom('+13125550142', '+442079460018')),
          contact_email: fc.option(fc.constantFrom('garage@lots.example', 'help@lots.example')),
          entry_methods: fc.subarray([...entryMethods]),
          on_site_payments: fc.subarray([...onSitePayments]),
          amenities: fc.subarray([...lotAmenities]),
          street: text,
          city: text,
          region: text,
          postal_code: text,
        })
        .chain((details) =>
          place.map((where) => {
            const corner = (x: number, y: number) => [where.lng + x, where.lat + y]
            const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0)]
            return { ...details, ...where, boundary: details.city === null ? null : [ring] }
          }),
        ),
      settings,
      zones: fc
        .array(rates, times(count.zones))
        .map((all) => all.map((each, at) => ({ id: idOf(1, at), name: `Zone ${at}`, rates: each }))),
      spots: fc
        .array(
          fc.record({
            type: fc.constantFrom(...spotTypes),
            features: fc.subarray([...spotFeatures]),
            level: fc.integer({ min: -20, max: 200 }),
            zone_id: oneOf(1, count.zones),
            rates,
            min_reservation_price: fc.option(fc.nat(500)),
            max_reservation_price: fc.option(fc.integer({ min: 500, max: 900_000 })),
            ...eachSpotFact(() => text),
            shape: fc.constantFrom<LotExport['spots'][number]['shape']>(null, [
              [0, 0],
              [1, 0],
              [1, 1.5],
              [0, 0],
            ]),
          }),
          times(count.spots),
        )
        .map((all) => all.map((each, at) => ({ label: `A-${at}`, ...each }))),
      calendar_prices: fc.array(
        fc
          .record({
            recurrence,
            name: word,
            percent: fc.boolean(),
            amount: fc.integer({ min: 1, max: 9000 }),
            is_published: fc.boolean(),
            zone_ids: someOf(1, count.zones),
            units: fc.constantFrom<LotExport['calendar_prices'][number]['units']>(null, [
              'DAY' as const,
              'HOUR' as const,
            ]),
          })
          .map(({ recurrence, percent, amount, ...rest }) => ({
            ...recurrence,
            ...rest,
            percent_bps: percent ? amount : null,
            amount_cents: percent ? null : amount,
          })),
        { maxLength: 4 },
      ),
      rule_sets: fc
        .array(
          fc.record({ most: fc.option(fc.nat(9)), zone_ids: someOf(1, count.zones) }),
          times(count.rules),
        )
        .map((all) =>
          all.map(({ most, zone_ids }, at) => ({
            id: idOf(2, at),
            name: `Rules ${at}`,
            is_default: at === 1,
            rules: { ...noRules, max_short_reservations: most, zone_ids },
            fine_terms: null,
          })),
        ),
      groups: fc
        .array(fc.record({ unit: text, rule_set_id: oneOf(2, count.rules) }), { maxLength: 3 })
        .map((all) => all.map((each, at) => ({ name: `Flat ${at}`, ...each }))),
      availability_rules: fc.array(
        fc
          .record({
            recurrence,
            note: text,
            spot: fc.option(fc.nat(Math.max(0, count.spots - 1))),
            zone_id: oneOf(1, count.zones),
          })
          .map(({ recurrence, note, spot, zone_id }) => {
            const label = spot === null || count.spots === 0 ? null : `A-${spot}`
            return { ...recurrence, note, spot: label, zone_id: label === null ? zone_id : null }
          }),
        { maxLength: 5 },
      ),
      logo: fc.constant(null),
      maps: fc
        .array(
          fc.record({
            width: fc.integer({ min: 1000, max: 5000 }),
            height: fc.integer({ min: 1000, max: 5000 }),
            placed: fc.uniqueArray(fc.nat(Math.max(0, count.spots - 1)), { maxLength: count.spots }),
            x: fc.integer({ min: 0, max: 1000 }),
            rotation: fc.constantFrom(0, 45.5, 270),
            picture_opacity_percent: fc.integer({ min: 10, max: 100 }),
            shows_picture: fc.boolean(),
          }),
          { maxLength: 3 },
        )
        .map((all) =>
          all.map(({ placed, x, rotation, ...map }, at) => ({
            ...map,
            name: `Level ${at}`,
            position: at + 1,
            picture: null,
            spots: placed.map((spot) => ({
              spot: `A-${spot}`,
              x,
              y: spot,
              width: 40,
              height: 80.5,
              rotation,
              outline: null,
            })),
          })),
        ),
      photos: fc.constant([]),
      pictures_left_out: fc.constant(0),
      signs: fc
        .array(
          fc.record({
            leads_to: fc.constantFrom('LOT', 'BOOK', 'SPOT', 'PLATE_CHECK', 'CAMERA_POLICY'),
            spot: fc.nat(9),
          }),
          {
            maxLength: 3,
          },
        )
        .map((all) =>
          all.map(({ leads_to, spot }, at) => {
            const place = `Entrance ${at}`
            if (leads_to !== 'SPOT' || count.spots === 0)
              return {
                place,
                leads_to: leads_to === 'SPOT' ? ('LOT' as const) : leads_to,
                spot: null,
              }
            return { place, leads_to: 'SPOT' as const, spot: `A-${spot % count.spots}` }
          }),
        ),
      redirects: fc.constant([]),
    })
  })

/** Removes what may differ: ids, and the order of availability rules and prices with the same start. */
export function plain(document: LotExport) {
  const names = new Map([...document.zones, ...document.rule_sets].map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null | undefined) => (id ? names.get(id) : null)
  const all = (ids: string[] | null | undefined) => ids?.map(nameOf).toSorted() ?? null
  const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row, keysInOrder)).toSorted()
  return {
    ...document,
    exported_at: null,
    zones: document.zones.map(({ name, rates }) => ({ name, rates })),
    spots: document.spots.map((spot) => ({ ...spot, zone_id: nameOf(spot.zone_id) })),
    calendar_prices: sorted(
      document.calendar_prices.map((price) => ({ ...price, zone_ids: all(price.zone_ids) })),
    ),
    rule_sets: sorted(
      document.rule_sets.map(({ name, is_default, rules }) => ({
        name,
        is_default,
        rules: { ...rules, zone_ids: all(rules.zone_ids) },
      })),
    ),
    groups: document.groups.map((group) => ({ ...group, rule_set_id: nameOf(group.rule_set_id) })),
    availability_rules: sorted(
      document.availability_rules.map((each) => ({ ...each, zone_id: nameOf(each.zone_id) })),
    ),
    maps: (document.maps ?? []).map((map) => ({ ...map, spots: sorted(map.spots) })),
  }
}

const keysInOrder = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
