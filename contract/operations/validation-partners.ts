import { validationBillings } from '@openspot/core/validation/enums.ts'
import { type Static, Type } from 'typebox'
import { Currency, Id, Instant, LotParams, NoContent, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'
import { days, discount, PositiveCents, PublicOptionId } from './validation.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const partner = { kind: 'validation_partner', in: 'params', name: 'partner_id' } as const
const option = { kind: 'validation_option', in: 'params', name: 'option_id' } as const

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
