import { failedPaymentRules, lotTrustLevels } from '@openspot/core/enums.ts'
import { MAX_OUTLINE_CORNERS } from '@openspot/core/lots/setup.ts'
import { Type } from 'typebox'
import { LotPricesInput } from '../booking/prices.ts'
import { Currency, Nullable, PlainName, StrictObject, StringEnum } from '../common.ts'
import { LotContact, LotContactInput } from '../lot-contact.ts'
import { LotFacts } from '../lot-facts.ts'
import { LotTexts } from '../lot-texts.ts'

const Clock = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$',
  description: 'In the lot’s time zone.',
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
  ...LotContact,
  is_private: Type.Boolean({ description: 'Only its members can find, see, and book it.' }),
  invite_only: Type.Boolean({ description: 'People can join only by invite.' }),
  refuses_vehicles_elsewhere: Type.Boolean({
    description:
      'Whether it refuses a vehicle that the driver has booked in another lot at an overlapping time.',
  }),
  is_retired: Type.Boolean({
    description:
      'The lot takes no new reservations and does not appear in search. Existing reservations are kept. Can be undone.',
  }),
  trust_level: StringEnum(lotTrustLevels, {
    description:
      'The trust level set by the platform. NEW: does not appear in search and gets no payouts. BLOCKED: also takes no reservations.',
  }),
  trust_reason: Nullable(
    Type.String({ description: 'Why the platform decided so. Null: it has not decided yet.' }),
  ),
  spot_limit: Nullable(Type.Integer(), {
    description: 'The maximum number of spots. Null: 500 while the lot is new, 5,000 otherwise.',
  }),
  accept_hours: Type.Integer({
    description: 'How long the driver has to accept a reservation made by staff.',
  }),
  offer_minutes: Type.Integer({ description: 'How long a waitlist offer is held.' }),
  host_notice_days: Type.Integer(),
  gives_back_rest: Type.Boolean({
    description: 'Whether ending early refunds the price difference to the shorter reservation.',
  }),
  long_term_days: Type.Integer({
    description:
      'The longest short reservation, in local days. A longer one, or one without an end, counts as long in rule sets and summaries.',
  }),
  problem_full_refund_minutes: Type.Integer({
    description:
      'Until how many minutes after the start a driver whose spot is taken gets everything back. Later it is the rest of the time.',
  }),
  fine_due_days: Type.Integer({ description: 'How many days a driver has to pay a fine.' }),
  fine_appeal_days: Type.Integer({ description: 'How many days a driver has to appeal a warning or fine.' }),
  camera_image_hours: Type.Integer({
    description: 'How long pictures of cameras that read license plates are kept. 0: none are.',
  }),
  camera_grace_minutes: Type.Integer({
    description:
      'How long before its right begins a vehicle may enter, and after it ended leave, before staff are notified of it.',
  }),
  host_rate_min_bps: Type.Integer({
    description: 'The minimum of a host’s own rates, in hundredths of a percent of the lot’s rates.',
  }),
  host_rate_max_bps: Type.Integer(),
}

/** The lot's financial terms, visible to its admins and the platform. */
export const LotBilling = {
  platform_share_bps: Type.Integer({ description: 'In hundredths of a percent of the parking price.' }),
  host_share_bps: Type.Integer({
    description:
      'The host’s share of the amount after the fee and the platform share, in hundredths of a percent.',
  }),
  payout_hold_hours: Type.Integer({ description: 'How long earnings are held after a reservation ends.' }),
  failed_payment_days: Type.Integer({ description: 'The grace period after a failed payment.' }),
  failed_payment_rule: StringEnum(failedPaymentRules, {
    description: 'What happens to the reservation after that.',
  }),
  refund_undo_minutes: Type.Integer({ description: 'How long a refund by staff can be withdrawn.' }),
  approval_limit_cents: Nullable(
    Type.Integer({ description: 'Refunds above this amount need approval by another admin. Null: none do.' }),
  ),
}

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))
const Bps = (maximum: number) => Type.Integer({ minimum: 0, maximum })
/** An outline as it is drawn on a map: one ring without holes. */
export const DrawnOutline = Type.Array(
  Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
    minItems: 4,
    maxItems: MAX_OUTLINE_CORNERS + 1,
    description: '[longitude, latitude] corners, the first repeated at the end.',
  }),
  { minItems: 1, maxItems: 1 },
)
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
  boundary: Nullable(DrawnOutline, {
    description: 'The outline of the lot. It must not cross itself, and must be near the point. Null: none.',
  }),
  time_zone: Type.String({
    maxLength: 60,
    description:
      'IANA name. If it is omitted while the lot moves, the time zone of the new location is used, unless one was chosen.',
  }),
  ...LotTexts,
  ...LotFacts,
  ...LotContactInput,
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
  long_term_days: Type.Integer({ minimum: 1, maximum: 366 }),
  problem_full_refund_minutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
  fine_due_days: Type.Integer({ minimum: 1, maximum: 90 }),
  fine_appeal_days: Type.Integer({ minimum: 1, maximum: 90 }),
  camera_image_hours: Type.Integer({ minimum: 0, maximum: 168 }),
  camera_grace_minutes: Type.Integer({ minimum: 0, maximum: 240 }),
  host_rate_min_bps: Bps(100_000),
  host_rate_max_bps: Bps(100_000),
  is_private: Type.Boolean(),
  invite_only: Type.Boolean(),
  is_plate_check_public: Type.Boolean(),
  refuses_vehicles_elsewhere: Type.Boolean(),
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
    spot_limit: Nullable(
      Type.Integer({ minimum: 1, maximum: 32_767, description: 'The maximum number of spots.' }),
      { description: 'Null: 500 while the lot is new, 5,000 otherwise.' },
    ),
    service_fee_cents: Type.Integer({ minimum: 0, maximum: 100_000 }),
    service_fee_bps: Bps(10_000),
    platform_share_bps: Bps(10_000),
    version: Type.Integer({
      minimum: 1,
      description: 'The version that was read. Fails with lot_changed if the lot was changed since.',
    }),
    confirmed_time_zone: Type.String({
      maxLength: 60,
      description:
        'The new time zone, after its effect on reservations was confirmed. Without it, a change that moves their local times fails with time_zone_moves_reservations.',
    }),
  }),
  { additionalProperties: false },
)
