import { validationEntryKinds } from '@openspot/core/validation/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Currency,
  FileAnswer,
  Id,
  Instant,
  NoContent,
  Nullable,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const partner = { kind: 'validation_partner', in: 'params', name: 'partner_id' } as const
const PartnerParams = Type.Object({ partner_id: Id })

/** An entry in a partner's account. */
export const PartnerEntry = Type.Object({
  id: Id,
  kind: StringEnum(validationEntryKinds),
  amount_cents: Type.Integer({ description: 'Positive if it is in the partner’s favor.' }),
  balance_cents: Type.Integer({ description: 'The balance after it.' }),
  option_name: Nullable(Type.String()),
  note: Nullable(Type.String()),
  at: Instant,
})
export type PartnerEntry = Static<typeof PartnerEntry>

/** The account of a partner in a month of the lot. It contains no data about drivers. */
export const PartnerStatement = Type.Object({
  partner_id: Id,
  partner_name: Type.String(),
  lot_name: Type.String(),
  time_zone: Type.String(),
  currency: Currency,
  month: Type.String({ description: 'For example 2026-11.' }),
  starts_at: Instant,
  ends_at: Instant,
  opening_cents: Type.Integer(),
  payments_cents: Type.Integer({ description: 'Payments and corrections.' }),
  validations_cents: Type.Integer({ description: 'Validations less returns; negative.' }),
  closing_cents: Type.Integer(),
  validations: Type.Integer({ minimum: 0 }),
  entries: Type.Array(PartnerEntry),
})
export type PartnerStatement = Static<typeof PartnerStatement>

const Month = Type.Object({
  month: Type.String({
    pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
    description: 'A month of the lot: 2026-11.',
  }),
})

export const getPartnerStatementRoute = route({
  method: 'GET',
  url: '/api/v2/validation/partner/:partner_id/statement',
  config: { access: admins, errors: [], subject: partner },
  schema: {
    summary: 'Get the statement of a validation partner for a month',
    tags: ['validation'],
    params: PartnerParams,
    querystring: Month,
    response: { 200: PartnerStatement },
  },
})

export const getPartnerStatementPdfRoute = route({
  method: 'GET',
  url: '/api/v2/validation/partner/:partner_id/statement/pdf',
  config: { access: admins, errors: [], subject: partner, weight: 50 },
  schema: {
    summary: 'Get the same statement as a PDF',
    tags: ['validation'],
    params: PartnerParams,
    querystring: Month,
    response: { 200: FileAnswer('application/pdf', 'The statement.') },
  },
})

export const addPartnerEntryRoute = route({
  method: 'POST',
  url: '/api/v2/validation/partner/:partner_id/entries',
  config: { access: admins, errors: ['balance_negative'], subject: partner, idempotent: 'required' },
  schema: {
    summary:
      'Record a payment of a partner, or correct its account. The money itself is paid outside of the product',
    tags: ['validation'],
    params: PartnerParams,
    body: StrictObject({
      kind: StringEnum(['PAYMENT', 'CORRECTION'] as const),
      amount_cents: Type.Integer({
        minimum: -100_000_000,
        maximum: 100_000_000,
        description: 'Not 0. A payment is positive; a correction may be negative.',
      }),
      note: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    response: { 201: Type.Object({ balance_cents: Type.Integer() }) },
  },
})

export const createTabletLinkRoute = route({
  method: 'POST',
  url: '/api/v2/validation/partner/:partner_id/tablet',
  config: { access: admins, errors: [], subject: partner },
  schema: {
    summary:
      'Create the link for a partner’s tablet, or replace it; the previous one stops working. It is shown only in this response',
    tags: ['validation'],
    params: PartnerParams,
    response: { 201: Type.Object({ code: Type.String(), url: Type.String() }) },
  },
})

export const deleteTabletLinkRoute = route({
  method: 'DELETE',
  url: '/api/v2/validation/partner/:partner_id/tablet',
  config: { access: admins, errors: [], subject: partner },
  schema: {
    summary: 'Deactivate the link of a partner’s tablet',
    tags: ['validation'],
    params: PartnerParams,
    response: { 204: NoContent },
  },
})
