import { suggestedContactKinds } from '@openspot/core/residents/enums.ts'
import { type Static, Type } from 'typebox'
import { NoContent, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** A contact of a person that a property-management system says is new. */
export const SuggestedContact = Type.Object({
  kind: StringEnum(suggestedContactKinds),
  contact: Type.String({ description: 'An email address, or a phone number in E.164 form.' }),
  lot_names: Type.Array(Type.String(), { description: 'The lots whose systems say so.' }),
})
export type SuggestedContact = Static<typeof SuggestedContact>

export const listSuggestedContactsRoute = route({
  method: 'GET',
  url: '/api/v1/users/me/suggested-contacts',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List the email addresses and phone numbers of mine that the systems of my lots say are new',
    tags: ['data sources'],
    response: { 200: Type.Object({ items: Type.Array(SuggestedContact) }) },
  },
})

export const dismissSuggestedContactRoute = route({
  method: 'POST',
  url: '/api/v1/users/me/suggested-contacts/dismiss',
  config: { access: ['user'], errors: [] },
  schema: {
    summary:
      'Stop suggesting a contact to me and to the staff of my lots, because I use it or because it is not mine',
    tags: ['data sources'],
    body: StrictObject({
      kind: StringEnum(suggestedContactKinds),
      contact: Type.String({ minLength: 1, maxLength: 254 }),
    }),
    response: { 204: NoContent },
  },
})
