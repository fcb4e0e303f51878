import { validationBillings, validationRefusals, validationSources } from '@openspot/core/validation/enums.ts'
import { type Static, Type } from 'typebox'
import { Currency, Id, Instant, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'
import { OfferedOption } from './validation.ts'

/** The calls of a partner's tablet. The code of its link is in the body, so that no log contains it. */

const code = Type.String({ minLength: 1, maxLength: 64, description: 'The code of the tablet’s link.' })

export const Tablet = Type.Object({
  partner_name: Type.String(),
  lot_name: Type.String(),
  currency: Currency,
  time_zone: Type.String(),
  billing: StringEnum(validationBillings),
  is_paused: Type.Boolean(),
  options: Type.Array(OfferedOption),
  today: Type.Array(
    Type.Object({
      id: Id,
      option_name: Type.String(),
      value_cents: Type.Integer(),
      source: StringEnum(validationSources),
      validated_at: Instant,
    }),
    { description: 'The validations of the lot’s day, newest first, at most 50.' },
  ),
})
export type Tablet = Static<typeof Tablet>

export const getTabletRoute = route({
  method: 'POST',
  url: '/api/v2/validation/tablet',
  config: { access: ['anonymous'], errors: ['tablet_link_unknown'], limit: { max: 60, minutes: 5 } },
  schema: {
    summary: 'Get what a partner’s tablet shows',
    tags: ['validation'],
    body: StrictObject({ code }),
    response: { 200: Tablet },
  },
})

/** A parked vehicle as its partner sees it: only what is needed to tell it from another. */
export const FoundParking = Type.Object({
  reservation_id: Id,
  starts_at: Instant,
  ends_at: Nullable(Instant),
  plate: Nullable(
    Type.String({ description: 'The license plate, if it was searched for; otherwise its last characters.' }),
  ),
  options: Type.Array(
    Type.Object({
      option_id: Id,
      refusal: Nullable(StringEnum(validationRefusals)),
      value_cents: Type.Integer({ minimum: 0 }),
      is_intended: Type.Boolean({ description: 'Whether the driver chose it.' }),
    }),
  ),
})
export type FoundParking = Static<typeof FoundParking>

export const findParkingRoute = route({
  method: 'POST',
  url: '/api/v2/validation/tablet/find',
  config: { access: ['anonymous'], errors: ['tablet_link_unknown'], limit: { max: 60, minutes: 5 } },
  schema: {
    summary:
      'Find parked vehicles by the whole license plate or the driver’s code, among those that may be validated by time',
    tags: ['validation'],
    body: StrictObject({ code, search: Type.String({ minLength: 2, maxLength: 20 }) }),
    response: { 200: Type.Object({ items: Type.Array(FoundParking) }) },
  },
})

export const validateOnTabletRoute = route({
  method: 'POST',
  url: '/api/v2/validation/tablet/validate',
  config: {
    access: ['anonymous'],
    errors: ['tablet_link_unknown', 'validation_refused', 'not_found'],
    limit: { max: 60, minutes: 5 },
  },
  schema: {
    summary: 'Validate a parked vehicle that was found. Repeating it changes nothing',
    tags: ['validation'],
    body: StrictObject({ code, reservation_id: Id, option_id: Id }),
    response: { 200: Type.Object({ value_cents: Type.Integer(), currency: Currency }) },
  },
})
