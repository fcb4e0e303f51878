import {
  validationBillings,
  validationDiscounts,
  validationRefusals,
  validationSources,
} from '@openspot/core/enums.ts'
import { validationWindowHours } from '@openspot/core/validation/limits.ts'
import { type Static, Type } from 'typebox'
import { LocalDate } from '../booking/recurrence.ts'
import {
  Cents,
  Currency,
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  ReservationParams,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const reservation = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const partner = { kind: 'validation_partner', in: 'params', name: 'partner_id' } as const
const option = { kind: 'validation_option', in: 'params', name: 'option_id' } as const

/** A random string. Anyone who has it can use the option. */
export const PublicOptionId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The public ID in the option’s link and QR code.',
})
const PositiveCents = Type.Integer({ minimum: 1, maximum: 100_000_000 })

/** What an option gives. */
const discount = {
  discount: StringEnum(validationDiscounts, {
    description:
      'Up to an amount (`amount_cents`), a percentage (`percent`), or the price of a part of the parking time (`minutes`). The other two are null.',
  }),
  amount_cents: Nullable(PositiveCents),
  percent: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  minutes: Nullable(Type.Integer({ minimum: 1, maximum: 10_080 })),
  max_cents: Nullable(PositiveCents, { description: 'The most that one validation gives.' }),
}
/** On which days parking must begin, in the lot's time zone. */
const days = {
  starts_on: Nullable(LocalDate),
  ends_on: Nullable(LocalDate),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
    description: 'Days on which parking begins. 1 is Monday.',
  }),
}

/** An option as drivers see it: without its public ID. */
export const OfferedOption = Type.Object({
  option_id: Id,
  partner_name: Type.String(),
  name: Type.String(),
  ...discount,
  ...days,
})
export type OfferedOption = Static<typeof OfferedOption>

const Refusal = Nullable(StringEnum(validationRefusals), {
  description: 'Why the option cannot validate the reservation now; null if it can.',
})

/** An option beside a reservation. */
export const OptionForReservation = Type.Object({
  ...OfferedOption.properties,
  refusal: Refusal,
  value_cents: Type.Integer({
    minimum: 0,
    description:
      'What it would give of what was paid. With NOT_STARTED and the reasons of budgets and limits, what it would give otherwise.',
  }),
})
export type OptionForReservation = Static<typeof OptionForReservation>

/** A validation of a reservation. */
export const Validation = Type.Object({
  id: Id,
  reservation_id: Id,
  partner_name: Type.String(),
  option_name: Type.String(),
  source: StringEnum(validationSources),
  given_cents: Cents,
  value_cents: Type.Integer({
    description: 'What it still gives: less than `given_cents` if a part of the parking was refunded later.',
  }),
  currency: Currency,
  validated_at: Instant,
})
export type Validation = Static<typeof Validation>

export const ReservationValidation = Type.Object({
  reservation_id: Id,
  currency: Currency,
  validation: Nullable(Validation),
  intended: Nullable(OptionForReservation, { description: 'The option that the driver wants to use.' }),
  options: Type.Array(OptionForReservation, { description: 'What it may be validated with.' }),
  validate_until_at: Nullable(Instant, {
    description: `The end of parking plus ${validationWindowHours} hours. Null without an end.`,
  }),
  code: Type.String({
    description: 'What the driver tells the partner, who finds the reservation by it. Not a secret.',
  }),
})
export type ReservationValidation = Static<typeof ReservationValidation>

export const listLotOptionsRoute = route({
  method: 'GET',
  url: '/api/v1/validation/available/lot/:lot_id',
  config: { access: ['user'], errors: [], subject: lot },
  schema: {
    summary: 'List the validation options of a lot by name, without their public IDs',
    tags: ['validation'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(OfferedOption) }) },
  },
})

/** An option as anyone with its public ID sees it. */
export const PublicOption = Type.Object({
  ...OfferedOption.properties,
  lot: Type.Object({
    id: Id,
    public_id: Type.String(),
    name: Type.String(),
    currency: Currency,
    time_zone: Type.String(),
  }),
  is_available: Type.Boolean({ description: 'False while it is paused, or its dates are over.' }),
})
export type PublicOption = Static<typeof PublicOption>

export const getPublicOptionRoute = route({
  method: 'GET',
  url: '/api/v1/validation/available/option/:public_option_id',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 60, minutes: 5 } },
  schema: {
    summary: 'Get an option by its public ID, which its QR code contains',
    tags: ['validation'],
    params: Type.Object({ public_option_id: PublicOptionId }),
    response: { 200: PublicOption },
  },
})

export const getReservationValidationRoute = route({
  method: 'GET',
  url: '/api/v1/validation/available/res/:reservation_id',
  config: {
    access: ['resource_owner', 'patroller', ...admins],
    errors: [],
    subject: reservation,
  },
  schema: {
    summary: 'Get the validation of a reservation, and what it may be validated with',
    tags: ['validation'],
    params: ReservationParams,
    querystring: Type.Object({
      public_option_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: 64, description: 'Only this option.' }),
      ),
    }),
    response: { 200: ReservationValidation },
  },
})

export const setIntendedOptionRoute = route({
  method: 'POST',
  url: '/api/v1/validation/intended/res/:reservation_id/option/:public_option_id',
  config: {
    access: ['resource_owner'],
    errors: ['validation_refused'],
    subject: reservation,
    limit: { max: 20, minutes: 1, per: 'person' },
  },
  schema: {
    summary:
      'Choose an option for a reservation before or after paying. It gives nothing until it is validated, and reserves no budget',
    tags: ['validation'],
    params: Type.Object({ reservation_id: Id, public_option_id: PublicOptionId }),
    response: { 200: ReservationValidation },
  },
})

export const removeIntendedOptionRoute = route({
  method: 'DELETE',
  url: '/api/v2/validation/intended/res/:reservation_id',
  config: { access: ['resource_owner'], errors: [], subject: reservation },
  schema: {
    summary: 'Withdraw the chosen option',
    tags: ['validation'],
    params: ReservationParams,
    response: { 204: NoContent },
  },
})

export const validateReservationRoute = route({
  method: 'POST',
  url: '/api/v1/validation/option/:public_option_id/validate-res/:reservation_id',
  config: {
    access: ['resource_owner', 'admin', 'super_admin'],
    errors: ['validation_refused'],
    subject: reservation,
    limit: { max: 10, minutes: 1, per: 'person' },
  },
  schema: {
    summary: `Validate a reservation with the public ID of an option, while parked or within ${validationWindowHours} hours after. The discount is refunded. Repeating it changes nothing`,
    tags: ['validation'],
    params: Type.Object({ public_option_id: PublicOptionId, reservation_id: Id }),
    response: { 200: ReservationValidation },
  },
})

const settings = {
  name: Type.String({ minLength: 1, maxLength: 80 }),
  ...discount,
  ...days,
  budget_cents: Nullable(PositiveCents, { description: 'The most that all validations give together.' }),
  daily_cap: Nullable(Type.Integer({ minimum: 1, maximum: 100_000 }), {
    description: 'Validations per day of the lot.',
  }),
  driver_cap: Nullable(Type.Integer({ minimum: 1, maximum: 1000 }), {
    description: 'Validations per driver within 30 days.',
  }),
  is_paused: Type.Boolean(),
}

/** An option with its settings, for staff. */
export const ValidationOption = Type.Object({
  id: Id,
  partner_id: Id,
  public_option_id: PublicOptionId,
  ...settings,
  used_cents: Type.Integer({ minimum: 0, description: 'What its validations gave.' }),
  validations: Type.Integer({ minimum: 0 }),
  validations_today: Type.Integer({ minimum: 0 }),
  rotated_at: Nullable(Instant),
})
export type ValidationOption = Static<typeof ValidationOption>

const partnerSettings = {
  name: Type.String({ minLength: 1, maxLength: 80 }),
  contact_name: Nullable(Type.String({ minLength: 1, maxLength: 80 })),
  contact_email: Nullable(Type.String({ format: 'email', maxLength: 254 })),
  contact_phone: Nullable(Type.String({ minLength: 3, maxLength: 40 })),
  billing: StringEnum(validationBillings, {
    description:
      'Whether the partner pays later, by statement, or in advance. A prepaid balance can’t become negative.',
  }),
  monthly_budget_cents: Nullable(PositiveCents),
  is_paused: Type.Boolean(),
}

/** A business that validates parking, with its options. */
export const ValidationPartner = Type.Object({
  id: Id,
  lot_id: Id,
  ...partnerSettings,
  currency: Currency,
  balance_cents: Type.Integer({
    description: 'What is left of its payments in advance; negative is what it owes the lot.',
  }),
  month_cents: Type.Integer({ description: 'What its validations gave in the lot’s current month.' }),
  has_tablet: Type.Boolean({ description: 'Whether a link for its tablet is in use.' }),
  tablet_at: Nullable(Instant),
  options: Type.Array(ValidationOption),
})
export type ValidationPartner = Static<typeof ValidationPartner>

export const listPartnersRoute = route({
  method: 'GET',
  url: '/api/v1/validation/lot/:lot_id',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'List the validation partners of a lot with their options, budgets, and balances',
    tags: ['validation'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(ValidationPartner) }) },
  },
})

export const createPartnerRoute = route({
  method: 'POST',
  url: '/api/v1/validation/lot/:lot_id',
  config: { access: admins, errors: ['name_taken', 'validation_limit'], subject: lot },
  schema: {
    summary: 'Add a validation partner',
    tags: ['validation'],
    params: LotParams,
    body: StrictObject(partnerSettings),
    response: { 201: ValidationPartner },
  },
})

const PartnerParams = Type.Object({ partner_id: Id })
const OptionParams = Type.Object({ option_id: Id })

export const getPartnerRoute = route({
  method: 'GET',
  url: '/api/v1/validation/partner/:partner_id',
  config: { access: admins, errors: [], subject: partner },
  schema: {
    summary: 'Get a validation partner with its options',
    tags: ['validation'],
    params: PartnerParams,
    response: { 200: ValidationPartner },
  },
})

export const patchPartnerRoute = route({
  method: 'PATCH',
  url: '/api/v1/validation/partner/:partner_id',
  config: { access: admins, errors: ['name_taken', 'balance_negative'], subject: partner },
  schema: {
    summary: 'Change a validation partner. Validations that were made stay as they are',
    tags: ['validation'],
    params: PartnerParams,
    body: Type.Partial(Type.Object(partnerSettings), { additionalProperties: false }),
    response: { 200: ValidationPartner },
  },
})

export const deletePartnerRoute = route({
  method: 'DELETE',
  url: '/api/v1/validation/partner/:partner_id',
  config: { access: admins, errors: [], subject: partner },
  schema: {
    summary:
      'Remove a validation partner with its options and the link of its tablet. Its history and statements are kept',
    tags: ['validation'],
    params: PartnerParams,
    response: { 204: NoContent },
  },
})

export const createOptionRoute = route({
  method: 'POST',
  url: '/api/v2/validation/partner/:partner_id/options',
  config: { access: admins, errors: ['name_taken', 'validation_limit'], subject: partner },
  schema: {
    summary: 'Add an option of a validation partner',
    tags: ['validation'],
    params: PartnerParams,
    body: StrictObject(settings),
    response: { 201: ValidationOption },
  },
})

export const patchOptionRoute = route({
  method: 'PATCH',
  url: '/api/v1/validation/option/:option_id',
  config: { access: admins, errors: ['name_taken'], subject: option },
  schema: {
    summary: 'Change an option. Validations that were made stay as they are',
    tags: ['validation'],
    params: OptionParams,
    body: Type.Partial(Type.Object(settings), { additionalProperties: false }),
    response: { 200: ValidationOption },
  },
})

export const deleteOptionRoute = route({
  method: 'DELETE',
  url: '/api/v1/validation/option/:option_id',
  config: { access: admins, errors: [], subject: option },
  schema: {
    summary: 'Remove an option; its history is kept, and its QR code stops working',
    tags: ['validation'],
    params: OptionParams,
    response: { 204: NoContent },
  },
})

export const rotatePublicOptionIdRoute = route({
  method: 'POST',
  url: '/api/v1/validation/option/:option_id/rotate_public_id',
  config: { access: admins, errors: [], subject: option },
  schema: {
    summary: 'Replace the public ID of an option. The previous one and its QR code stop working immediately',
    tags: ['validation'],
    params: OptionParams,
    response: { 200: ValidationOption },
  },
})

/** A validation in the history of a lot. */
export const ValidationEntry = Type.Object({
  ...Validation.properties,
  partner_id: Id,
  option_id: Id,
  paid_cents: Type.Integer({ description: 'What the driver had paid.' }),
  driver_name: Nullable(Type.String()),
  plate: Nullable(Type.String()),
  by_name: Nullable(Type.String({ description: 'Who validated; null for the partner’s tablet.' })),
  spot_label: Type.String(),
  starts_at: Instant,
  ends_at: Nullable(Instant),
})
export type ValidationEntry = Static<typeof ValidationEntry>

export const listValidationsRoute = route({
  method: 'GET',
  url: '/api/v1/validation/lot/:lot_id/history',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'List the validations of a lot, newest first',
    tags: ['validation'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      partner_id: Type.Optional(Id),
      source: Type.Optional(StringEnum(validationSources)),
      from: Type.Optional(Instant),
      to: Type.Optional(Instant),
    }),
    response: { 200: Page(ValidationEntry) },
  },
})
