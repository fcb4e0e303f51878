import { type Static, Type } from 'typebox'
import { StrictObject } from '../common.ts'
import { signedIn } from '../error-groups.ts'
import { route } from '../route.ts'
import { BotCheckAnswer, SignedIn } from './auth.ts'
import { Me } from './users.ts'

/** A phone number as typed. */
const TypedPhone = {
  phone: Type.String({ minLength: 4, maxLength: 30 }),
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'The country as which a number without a code is read.',
  }),
}

/** A code of six digits and the ticket that its request was answered with. */
const TicketAndCode = StrictObject({
  ticket: Type.String({ minLength: 20, maxLength: 100, description: 'From the request of the code.' }),
  code: Type.String({ pattern: '^[0-9]{6}$' }),
})

const PhoneTicket = Type.Object({
  ticket: Type.String({ description: 'The code is valid only with this ticket.' }),
  wait_seconds: Type.Integer({ description: 'After how many seconds to offer another code.' }),
})
export type PhoneTicket = Static<typeof PhoneTicket>

export const sendPhoneCodeRoute = route({
  method: 'POST',
  url: '/api/v1/auth/phone/code',
  config: {
    access: ['anonymous'],
    errors: ['challenge_failed', 'texts_unavailable'],
    limit: { max: 10, minutes: 60 },
  },
  schema: {
    summary:
      'Text a code to sign in with. The answer is the same for every number; an unknown number signs up with the code',
    tags: ['auth'],
    body: StrictObject({ ...TypedPhone, bot_check: BotCheckAnswer }),
    response: { 202: PhoneTicket },
  },
})

export const signInWithPhoneRoute = route({
  method: 'POST',
  url: '/api/v1/auth/phone',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'text_code_wrong'],
    limit: { max: 30, minutes: 60 },
  },
  schema: {
    summary:
      'Sign in with a texted code, which works once and can be tried five times. Verifies the number and claims a GHOST account with it',
    tags: ['auth'],
    body: TicketAndCode,
    response: { 200: SignedIn },
  },
})

export const sendMyPhoneCodeRoute = route({
  method: 'POST',
  url: '/api/v1/users/me/phone/code',
  config: {
    access: ['user'],
    errors: ['account_needed', 'recent_sign_in_required', 'texts_unavailable'],
    limit: { max: 10, minutes: 60, per: 'person' },
  },
  schema: {
    summary: 'Text a code to a number that I want to verify. Needs a recent sign-in',
    tags: ['users'],
    body: StrictObject(TypedPhone),
    response: { 202: PhoneTicket },
  },
})

export const verifyMyPhoneRoute = route({
  method: 'POST',
  url: '/api/v1/users/me/phone',
  config: {
    access: ['user'],
    errors: ['account_needed', 'phone_taken', 'recent_sign_in_required', 'text_code_wrong'],
    limit: { max: 30, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Verify my number with the texted code. I can sign in with it from then on, and reservations that others made for it become mine',
    tags: ['users'],
    body: TicketAndCode,
    response: { 200: Me },
  },
})
