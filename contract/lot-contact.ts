import { Type } from 'typebox'
import { Email, Nullable, Phone } from './common.ts'

/** How drivers reach the lot, as input. */
export const LotContactInput = {
  contact_phone: Nullable(Phone, {
    description: 'The number that drivers call at the entrance. It is on their pass. Null: none.',
  }),
  contact_email: Nullable(Email, { description: 'The address that is on the pass. Null: none.' }),
}

/** How drivers reach the lot. */
export const LotContact = {
  contact_phone: Nullable(Type.String(), { description: 'In E.164 form.' }),
  contact_email: Nullable(Type.String()),
}
