import {
  validationDiscounts,
  validationRefusals,
  validationSources,
} from '@openspot/core/validation/enums.ts'
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
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const reservation = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const

/** A random string. Anyone who has it can use the option. */
export const PublicOptionId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The public ID in the option’s link and QR code.',
})
export const PositiveCents = Type.Integer({ minimum: 1, maximum: 100_000_000 })

/** What an option gives. */
export const discount = {
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
export const days = {
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
      'Choose an option for a reservation before or after paying. It has no effect until it is validated, and reserves no budget',
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
