import { pageAfterLinkPattern } from '@openspot/core/links/page-after-link.ts'
import { type Static, Type } from 'typebox'
import { Email, Name, NoContent, Nullable, StrictObject, StringEnum } from '../common.ts'
import { signedIn } from '../error-groups.ts'
import { route } from '../route.ts'
import { Me } from './users.ts'

export const Password = Type.String({
  minLength: 10,
  maxLength: 200,
  description:
    'At least ten characters. Common passwords and passwords with your name or email address are rejected.',
})

/**
 * A new session. Browsers get it as an HttpOnly cookie and `token` is null; the client kind `app` gets the token to
 * send as `Authorization: Bearer`.
 */
export const SignedIn = Type.Object({
  user: Me,
  token: Nullable(Type.String()),
  choose_password: Type.Boolean({
    description:
      'Whether the link verified the address for the first time in a browser that did not create the account. In that case, the password and everything else that was set up before is removed.',
  }),
})
export type SignedIn = Static<typeof SignedIn>

/** A proof-of-work puzzle in the format of the ALTCHA widget. */
export const Challenge = Type.Object({
  parameters: Type.Record(Type.String(), Type.Unknown()),
  signature: Type.String(),
})
export type Challenge = Static<typeof Challenge>

export const getChallengeRoute = route({
  method: 'GET',
  url: '/api/v1/auth/challenge',
  config: { access: ['anonymous'], errors: [], limit: { max: 60, minutes: 5 } },
  schema: { summary: 'Get a bot check challenge', tags: ['auth'], response: { 200: Challenge } },
})

/** The result of the bot check widget: ALTCHA's payload or the vendor's token. Each can be used once. */
export const BotCheckAnswer = Type.String({ minLength: 1, maxLength: 6000 })

/** `SCRIPT`: it could not be loaded. `WIDGET`: it was loaded and failed. */
export const botCheckFailures = ['SCRIPT', 'WIDGET'] as const

const BotCheck = Type.Object({
  kind: StringEnum(['ALTCHA', 'TURNSTILE', 'RECAPTCHA'] as const),
  site_key: Nullable(Type.String({ description: 'The site key of the vendor’s widget. Null for ALTCHA.' })),
  script_url: Nullable(Type.String({ description: 'Where the widget is loaded from. Null for ALTCHA.' })),
})
export type BotCheck = Static<typeof BotCheck>

export const getBotCheckRoute = route({
  method: 'GET',
  url: '/api/v1/auth/bot-check',
  config: { access: ['anonymous'], errors: [], limit: { max: 60, minutes: 5 } },
  schema: {
    summary: 'Get the bot check for forms. ALTCHA is the fallback if the vendor cannot be reached',
    tags: ['auth'],
    response: {
      200: BotCheck,
    },
  },
})

export const reportBotCheckRoute = route({
  method: 'POST',
  url: '/api/v1/auth/bot-check/failures',
  config: { access: ['anonymous'], errors: [], limit: { max: 20, minutes: 5 } },
  schema: {
    summary:
      'Report that the vendor’s widget does not work in this browser, and get the check to show instead: ours only if the server cannot reach the vendor either',
    tags: ['auth'],
    body: StrictObject({
      reason: StringEnum(botCheckFailures),
      code: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,8}$', description: 'The error code of Turnstile’s widget.' }),
      ),
    }),
    response: {
      200: BotCheck,
    },
  },
})

/**
 * A page of this site, with a query of IDs, times, and single words. An email cannot name another site in it or carry a message.
 */
export const PageAfterLink = Type.Optional(
  Type.String({
    pattern: pageAfterLinkPattern,
    description: 'The page of this site that opens after the emailed link.',
  }),
)

export const signUpRoute = route({
  method: 'POST',
  url: '/api/v1/auth/sign-up',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'challenge_failed', 'password_weak'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Create an account. The answer is the same whether or not the address has one: a session as a guest, until the emailed link is opened',
    tags: ['auth'],
    body: StrictObject({
      email: Email,
      password: Password,
      first_name: Name,
      last_name: Name,
      bot_check: BotCheckAnswer,
      next: PageAfterLink,
    }),
    response: { 201: SignedIn },
  },
})

export const startGuestRoute = route({
  method: 'POST',
  url: '/api/v1/auth/guest',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'challenge_failed', 'texts_unavailable'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Continue as a guest. The session only reaches what is created in it. The email address or phone number is for messages and is not an account until it is verified',
    tags: ['auth'],
    body: StrictObject({
      email: Type.Optional(Email),
      phone: Type.Optional(
        Type.String({ minLength: 4, maxLength: 30, description: 'Instead of an email address.' }),
      ),
      country: Type.Optional(
        Type.String({
          pattern: '^[A-Z]{2}$',
          description: 'The country as which a number without a code is read.',
        }),
      ),
      first_name: Name,
      last_name: Name,
      bot_check: BotCheckAnswer,
    }),
    response: { 201: SignedIn },
  },
})

export const signInRoute = route({
  method: 'POST',
  url: '/api/v1/auth/sign-in',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'bot_check_required', 'challenge_failed', 'sign_in_failed'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Sign in with email and password. After some failures a bot check is required. With a second factor, continue with that step',
    tags: ['auth'],
    body: StrictObject({
      email: Email,
      password: Type.String({ maxLength: 200 }),
      bot_check: Type.Optional(BotCheckAnswer),
    }),
    response: { 200: SignedIn },
  },
})

export const sendSignInLinkRoute = route({
  method: 'POST',
  url: '/api/v1/auth/link',
  config: { access: ['anonymous'], errors: [], limit: { max: 5, minutes: 60 } },
  schema: {
    summary: 'Send a sign-in link. The response does not reveal whether the account exists',
    tags: ['auth'],
    body: StrictObject({ email: Email, next: PageAfterLink }),
    response: { 202: NoContent },
  },
})

const LinkToken = Type.String({ minLength: 20, maxLength: 100 })

export const openSignInLinkRoute = route({
  method: 'POST',
  url: '/api/v1/auth/link/open',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'email_taken', 'link_not_usable', 'session_ended', 'sign_in_required'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Sign in with the token of a link, which works once. Verifies the email address and claims a GHOST account. The first verification of an address removes all earlier sessions and sign-in methods',
    tags: ['auth'],
    body: StrictObject({ token: LinkToken }),
    response: { 200: SignedIn },
  },
})

export const stopAccountChangeRoute = route({
  method: 'POST',
  url: '/api/v1/auth/changes/stop',
  config: {
    access: ['anonymous'],
    errors: ['email_taken', 'link_not_usable'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Stop a change of email address, phone number, password, passkey, or second factor with the token from the email about it. Restores the previous state, signs out all sessions, and emails a link to set a new password',
    tags: ['auth'],
    body: StrictObject({ token: LinkToken }),
    response: { 204: NoContent },
  },
})

export const signInWithFirebaseRoute = route({
  method: 'POST',
  url: '/api/v1/auth/firebase',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'token_not_accepted'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary: 'Exchange a fresh Firebase ID token, sent as Authorization: Bearer, for a session',
    tags: ['auth'],
    response: { 200: SignedIn },
  },
})

export const sendGuestLinkRoute = route({
  method: 'POST',
  url: '/api/v1/auth/guest/link',
  config: { access: ['anonymous'], errors: ['challenge_failed'], limit: { max: 5, minutes: 60 } },
  schema: {
    summary:
      'Email a guest a link to their reservations. It is only sent to the address on file; the response is always the same',
    tags: ['auth'],
    body: StrictObject({ email: Email, bot_check: BotCheckAnswer }),
    response: { 202: NoContent },
  },
})

export const claimAccountRoute = route({
  method: 'POST',
  url: '/api/v1/auth/claim',
  config: {
    access: ['user'],
    errors: ['claim_needs_link', 'nothing_to_claim', 'password_weak', 'second_factor_required'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Convert a guest who signed in by link to a full account, or move their reservations to the account with the same address',
    tags: ['auth'],
    body: StrictObject({ password: Type.Optional(Password), next: PageAfterLink }),
    response: { 200: SignedIn },
  },
})

export const sendPasswordLinkRoute = route({
  method: 'POST',
  url: '/api/v1/auth/password/link',
  config: { access: ['anonymous'], errors: [], limit: { max: 5, minutes: 60 } },
  schema: {
    summary:
      'Send a link for setting a new password. The response does not reveal whether the account exists',
    tags: ['auth'],
    body: StrictObject({ email: Email, next: PageAfterLink }),
    response: { 202: NoContent },
  },
})

export const resetPasswordRoute = route({
  method: 'POST',
  url: '/api/v1/auth/password/reset',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'email_taken', 'link_not_usable', 'password_weak', 'sign_in_required'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary: 'Set a new password with the token of a link. All sessions are signed out',
    tags: ['auth'],
    body: StrictObject({ token: LinkToken, password: Password }),
    response: { 200: SignedIn },
  },
})

export const setPasswordRoute = route({
  method: 'PUT',
  url: '/api/v1/users/me/password',
  config: {
    access: ['user'],
    errors: ['account_needed', 'password_weak', 'password_wrong', 'recent_sign_in_required'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary: 'Set or change my password. Needs a recent sign-in; my other sessions end',
    tags: ['auth'],
    body: StrictObject({
      password: Password,
      current_password: Type.Optional(
        Type.String({ maxLength: 200, description: 'Required if the account has a password.' }),
      ),
    }),
    response: { 204: NoContent },
  },
})

export const signInWithSecondFactorRoute = route({
  method: 'POST',
  url: '/api/v1/auth/second-factor',
  config: {
    access: ['anonymous'],
    errors: [
      ...signedIn,
      'link_not_usable',
      'second_factor_blocked',
      'second_factor_failed',
      'session_ended',
    ],
    limit: { max: 30, minutes: 60 },
  },
  schema: {
    summary:
      'Complete two-step sign-in with the ticket of the first step and a code from the app or a backup code',
    tags: ['auth'],
    body: StrictObject({
      ticket: Type.String({ maxLength: 600, description: 'From the details of `second_factor_required`.' }),
      code: Type.String({ minLength: 6, maxLength: 20 }),
    }),
    response: { 200: SignedIn },
  },
})

export const signOutRoute = route({
  method: 'POST',
  url: '/api/v1/auth/logout',
  config: { access: ['user'], errors: [] },
  schema: { summary: 'End this session', tags: ['auth'], response: { 204: NoContent } },
})
