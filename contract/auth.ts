import { type Static, Type } from 'typebox'
import { Body, Email, Name, Nothing, Nullable } from './common.ts'
import { route } from './route.ts'
import { Me } from './users.ts'

const Password = Type.String({ minLength: 10, maxLength: 200, description: 'Ten characters or more.' })

/**
 * A new session. Browsers get it as a cookie that scripts cannot read, and `token` is null; the client kind `app` gets
 * the token to send as `Authorization: Bearer`.
 */
export const SignedIn = Type.Object({ user: Me, token: Nullable(Type.String()) })
export type SignedIn = Static<typeof SignedIn>

/** A proof-of-work puzzle as the ALTCHA widget takes it. */
export const Challenge = Type.Object({
  parameters: Type.Record(Type.String(), Type.Unknown()),
  signature: Type.String(),
})
export type Challenge = Static<typeof Challenge>

export const getChallenge = route({
  method: 'GET',
  url: '/api/v1/auth/challenge',
  config: { access: ['anonymous'], limit: { max: 60, minutes: 5 } },
  schema: { summary: 'A puzzle that shows a person is there', tags: ['auth'], response: { 200: Challenge } },
})

export const signUp = route({
  method: 'POST',
  url: '/api/v1/auth/sign-up',
  config: { access: ['anonymous'], limit: { max: 20, minutes: 60 } },
  schema: {
    summary: 'Make an account',
    tags: ['auth'],
    body: Body({
      email: Email,
      password: Password,
      first_name: Name,
      last_name: Name,
      altcha: Type.String({ maxLength: 6000, description: "The solved puzzle, as the widget's payload." }),
    }),
    response: { 201: SignedIn },
  },
})

export const startGuest = route({
  method: 'POST',
  url: '/api/v1/auth/guest',
  config: { access: ['anonymous'], limit: { max: 20, minutes: 60 } },
  schema: {
    summary:
      'Go on as a guest: a session that reaches only what is made in it. The e-mail is for letters; it is nobody’s account until it is verified',
    tags: ['auth'],
    body: Body({
      email: Email,
      first_name: Name,
      last_name: Name,
      altcha: Type.String({ maxLength: 6000, description: "The solved puzzle, as the widget's payload." }),
    }),
    response: { 201: SignedIn },
  },
})

export const signIn = route({
  method: 'POST',
  url: '/api/v1/auth/sign-in',
  config: { access: ['anonymous'], limit: { max: 20, minutes: 60 } },
  schema: {
    summary: 'Sign in with e-mail and password',
    tags: ['auth'],
    body: Body({ email: Email, password: Type.String({ maxLength: 200 }) }),
    response: { 200: SignedIn },
  },
})

export const sendSignInLink = route({
  method: 'POST',
  url: '/api/v1/auth/link',
  config: { access: ['anonymous'], limit: { max: 5, minutes: 60 } },
  schema: {
    summary: 'Send a sign-in link. The answer is the same whether or not there is such an account',
    tags: ['auth'],
    body: Body({ email: Email }),
    response: { 202: Nothing },
  },
})

export const openSignInLink = route({
  method: 'POST',
  url: '/api/v1/auth/link/open',
  config: { access: ['anonymous'], limit: { max: 20, minutes: 60 } },
  schema: {
    summary:
      'Sign in with the token of a link. It works once; it verifies the e-mail and claims a GHOST account',
    tags: ['auth'],
    body: Body({ token: Type.String({ minLength: 20, maxLength: 100 }) }),
    response: { 200: SignedIn },
  },
})

export const signInWithFirebase = route({
  method: 'POST',
  url: '/api/v1/auth/firebase',
  config: { access: ['anonymous'], limit: { max: 20, minutes: 60 } },
  schema: {
    summary: 'Exchange a fresh Firebase ID token, sent as Authorization: Bearer, for a session',
    tags: ['auth'],
    response: { 200: SignedIn },
  },
})

export const signOut = route({
  method: 'POST',
  url: '/api/v1/auth/logout',
  config: { access: ['user'] },
  schema: { summary: 'End this session', tags: ['auth'], response: { 204: Nothing } },
})
