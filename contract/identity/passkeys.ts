import { type Static, Type } from 'typebox'
import { Id, Instant, NoContent, Nullable, StrictObject } from '../common.ts'
import { signedIn } from '../error-groups.ts'
import { route } from '../route.ts'
import { SignedIn } from './auth.ts'

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  is_synced: Type.Boolean({ description: 'Whether it is synced to more than one device.' }),
  created_at: Instant,
  last_used_at: Nullable(Instant),
})
export type Passkey = Static<typeof Passkey>

const PasskeyName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
/** Options and responses of the browser's `navigator.credentials` as JSON (WebAuthn Level 3). */
const MakeOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  excludeCredentials: Type.Array(Type.Object({ id: Type.String(), type: Type.Literal('public-key') })),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
  timeout: Type.Integer(),
})
const SignInOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  userVerification: Type.Literal('required'),
  timeout: Type.Integer(),
})
const Base64 = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]*$' })
const Common = {
  id: Base64,
  rawId: Base64,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 40 })),
  clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
}
export const RegistrationAnswer = Type.Object({
  ...Common,
  response: Type.Object({
    clientDataJSON: Base64,
    attestationObject: Base64,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
})
export const SignInAnswer = Type.Object({
  ...Common,
  response: Type.Object({
    clientDataJSON: Base64,
    authenticatorData: Base64,
    signature: Base64,
    userHandle: Type.Optional(Base64),
  }),
})
const subject = { kind: 'passkey', in: 'params', name: 'passkey_id' } as const
const PasskeyParams = Type.Object({ passkey_id: Id })

export const startPasskeyRoute = route({
  method: 'POST',
  url: '/api/v1/passkeys/options',
  config: {
    access: ['user'],
    errors: ['account_needed', 'recent_sign_in_required'],
    limit: { max: 30, minutes: 60 },
  },
  schema: {
    summary: 'Get the options for creating a passkey. Needs a recent sign-in',
    tags: ['passkeys'],
    response: { 200: MakeOptions },
  },
})

export const addPasskeyRoute = route({
  method: 'POST',
  url: '/api/v1/passkeys',
  config: {
    access: ['user'],
    errors: ['account_needed', 'passkey_not_accepted', 'recent_sign_in_required'],
    limit: { max: 30, minutes: 60 },
  },
  schema: {
    summary: 'Save a new passkey',
    tags: ['passkeys'],
    body: StrictObject({ name: PasskeyName, registration: RegistrationAnswer }),
    response: { 201: Passkey },
  },
})

export const renamePasskeyRoute = route({
  method: 'PATCH',
  url: '/api/v1/passkeys/:passkey_id',
  config: { access: ['resource_owner'], errors: [], subject },
  schema: {
    summary: 'Rename a passkey',
    tags: ['passkeys'],
    params: PasskeyParams,
    body: StrictObject({ name: PasskeyName }),
    response: { 200: Passkey },
  },
})

export const removePasskeyRoute = route({
  method: 'DELETE',
  url: '/api/v1/passkeys/:passkey_id',
  config: { access: ['resource_owner'], errors: ['recent_sign_in_required'], subject },
  schema: {
    summary: 'Remove a passkey. Needs a recent sign-in',
    tags: ['passkeys'],
    params: PasskeyParams,
    response: { 204: NoContent },
  },
})

export const startPasskeySignInRoute = route({
  method: 'POST',
  url: '/api/v1/auth/passkey/options',
  config: { access: ['anonymous'], errors: [], limit: { max: 60, minutes: 60 } },
  schema: {
    summary: 'Get the options for signing in with a passkey',
    tags: ['auth'],
    response: { 200: SignInOptions },
  },
})

export const signInWithPasskeyRoute = route({
  method: 'POST',
  url: '/api/v1/auth/passkey',
  config: {
    access: ['anonymous'],
    errors: [...signedIn, 'passkey_not_accepted'],
    limit: { max: 30, minutes: 60 },
  },
  schema: {
    summary: 'Sign in with a passkey. The device verifies its user, so no second step is needed',
    tags: ['auth'],
    body: StrictObject({ authentication: SignInAnswer }),
    response: { 200: SignedIn },
  },
})
