import { failedPaymentRules, lotTrustLevels } from '@openspot/core/enums.ts'
import { Type } from 'typebox'
import { LotPricesInput } from '../booking/prices.ts'
import { Currency, Nullable, PlainName, StrictObject, StringEnum } from '../common.ts'

const Clock = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$',
  description: 'In the lot’s own time.',
})
const OpenTimes = Type.Optional(Type.Array(StrictObject({ opens: Clock, closes: Clock }), { maxItems: 6 }))
/** By weekday; a missing day is closed, and a range that closes at or before its opening time runs past midnight. */
export const OpeningHours = StrictObject({
  MON: OpenTimes,
  TUE: OpenTimes,
  WED: OpenTimes,
  THU: OpenTimes,
  FRI: OpenTimes,
  SAT: OpenTimes,
  SUN: OpenTimes,
})

/** Settings for staff, in addition to those that everyone sees. */
export const LotPolicies = {
  is_private: Type.Boolean({ description: 'Found, seen and booked by its own people alone.' }),
  invite_only: Type.Boolean({ description: 'Nobody can ask to join: who belongs was invited.' }),
  is_retired: Type.Boolean({
    description: 'Takes no bookings any more and is not found. Who is there stays. Can be taken back.',
  }),
  trust_level: StringEnum(lotTrustLevels, {
    description:
      'What the platform lets it do. NEW: not found by search, nothing paid out. BLOCKED: no bookings besides.',
  }),
  spot_limit: Nullable(Type.Integer(), {
    description: 'How many spots the platform lets it have. Null: 500 while it is new, 5,000 otherwise.',
  }),
  accept_hours: Type.Integer({ description: 'How long a stay made by staff waits to be accepted.' }),
  offer_minutes: Type.Integer({ description: 'How long an offer from the waitlist is held.' }),
  host_notice_days: Type.Integer(),
  gives_back_rest: Type.Boolean({
    description: 'Whether ending early gives back what the shorter stay would not have cost.',
  }),
  host_rate_min_bps: Type.Integer({
    description: 'The least of a host’s own rates, in hundredths of a percent of the lot’s.',
  }),
  host_rate_max_bps: Type.Integer(),
}

/** The lot's financial terms, visible to its admins and the platform. */
export const LotBilling = {
  platform_share_bps: Type.Integer({ description: 'Of the parking price, in hundredths of a percent.' }),
  host_share_bps: Type.Integer({
    description: 'A host’s part of what is left after fee and platform share, in hundredths of a percent.',
  }),
  payout_hold_hours: Type.Integer({ description: 'How long after a stay what it brought is kept.' }),
  failed_payment_days: Type.Integer({ description: 'How long a payment that failed may be made good.' }),
  failed_payment_rule: StringEnum(failedPaymentRules, {
    description: 'What becomes of the stay after that.',
  }),
  refund_undo_minutes: Type.Integer({ description: 'How long a refund by staff can be taken back.' }),
  approval_limit_cents: Nullable(
    Type.Integer({ description: 'Refunds above it need another admin; null: none does.' }),
  ),
}

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))
const Bps = (maximum: number) => Type.Integer({ minimum: 0, maximum })
/** Name and address of a lot. */
export const LotDetailsInput = {
  name: PlainName(120),
  description: Text(2000),
  managed_by: Text(120),
  street: Text(200),
  city: Text(120),
  region: Text(120),
  postal_code: Text(20),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two capitals.' }),
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lng: Type.Number({ minimum: -180, maximum: 180 }),
  time_zone: Type.String({
    maxLength: 60,
    description: 'IANA name. Left out while the lot moves: that of the new place, unless it was chosen.',
  }),
}
/** Every lot setting that its staff can change, as request input. */
export const LotSettingsInput = {
  ...LotPricesInput.properties,
  snap_minutes: Type.Unsafe<number>({ type: 'integer', enum: [1, 5, 10, 15, 30, 60] }),
  hold_minutes: Type.Integer({ minimum: 1, maximum: 60 }),
  cancel_until_minutes_after_start: Type.Integer({ minimum: -10_080, maximum: 1440 }),
  opening_hours: Nullable(OpeningHours),
  overnight_allowed: Type.Boolean(),
  accept_hours: Type.Integer({ minimum: 1, maximum: 720 }),
  offer_minutes: Type.Integer({ minimum: 5, maximum: 1440 }),
  host_notice_days: Type.Integer({ minimum: 0, maximum: 90 }),
  gives_back_rest: Type.Boolean(),
  host_rate_min_bps: Bps(100_000),
  host_rate_max_bps: Bps(100_000),
  is_private: Type.Boolean(),
  invite_only: Type.Boolean(),
  currency: Currency,
  host_share_bps: Bps(10_000),
  payout_hold_hours: Type.Integer({ minimum: 0, maximum: 2160 }),
  failed_payment_days: Type.Integer({ minimum: 0, maximum: 60 }),
  failed_payment_rule: StringEnum(failedPaymentRules),
  refund_undo_minutes: Type.Integer({ minimum: 0, maximum: 1440 }),
  approval_limit_cents: Nullable(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
}

/** A partial update of a lot: omitted fields stay unchanged. */
export const LotPatchInput = Type.Partial(
  StrictObject({
    ...LotDetailsInput,
    ...LotSettingsInput,
    is_retired: Type.Boolean(),
    trust_level: StringEnum(lotTrustLevels),
    spot_limit: Nullable(
      Type.Integer({ minimum: 1, maximum: 32_767, description: 'How many spots it may have at most.' }),
      { description: 'Null: 500 while the lot is new, 5,000 otherwise.' },
    ),
    service_fee_cents: Type.Integer({ minimum: 0, maximum: 100_000 }),
    service_fee_bps: Bps(10_000),
    platform_share_bps: Bps(10_000),
    version: Type.Integer({
      minimum: 1,
      description: 'The version that was read. Refused with lot_changed if somebody saved meanwhile.',
    }),
  }),
  { additionalProperties: false },
)
