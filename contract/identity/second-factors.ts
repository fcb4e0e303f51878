import { type Static, Type } from 'typebox'
import { Instant, NoContent, Nullable, StrictObject } from '../common.ts'
import { route } from '../route.ts'
import { Passkey } from './passkeys.ts'

const Code = Type.String({ pattern: '^[0-9]{6}$', description: 'The six-digit code from the app.' })
const BackupCodes = Type.Object({
  backup_codes: Type.Array(Type.String(), {
    description: 'Each replaces a code once. They are only shown now.',
  }),
})

/** All sign-in methods of an account. */
export const WaysIn = Type.Object({
  password_changed_at: Nullable(Instant),
  passkeys: Type.Array(Passkey),
  second_factor: Nullable(Type.Object({ since: Instant, backup_codes_left: Type.Integer() })),
})
export type WaysIn = Static<typeof WaysIn>

export const getWaysInRoute = route({
  method: 'GET',
  url: '/api/v1/users/me/ways-in',
  config: { access: ['user'], errors: [], is_secret: true },
  schema: { summary: 'List my sign-in methods', tags: ['users'], response: { 200: WaysIn } },
})

export const startSecondFactorRoute = route({
  method: 'POST',
  url: '/api/v1/second-factor',
  config: {
    access: ['user'],
    errors: ['account_needed', 'recent_sign_in_required', 'second_factor_not_set'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Start to set up two-step sign-in with a secret for an authenticator app. Needs a recent sign-in',
    tags: ['second factor'],
    response: {
      201: Type.Object({
        secret: Type.String({ description: 'The secret in base 32, for typing it in.' }),
        uri: Type.String({ description: 'The otpauth:// URL for the app.' }),
        qr_svg: Type.String({ description: 'The URL as a QR code.' }),
      }),
    },
  },
})

export const confirmSecondFactorRoute = route({
  method: 'POST',
  url: '/api/v1/second-factor/confirm',
  config: {
    access: ['user'],
    errors: ['recent_sign_in_required', 'second_factor_failed', 'second_factor_not_set'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary: 'Turn on two-step sign-in with a first code from the app',
    tags: ['second factor'],
    body: StrictObject({ code: Code }),
    response: { 200: BackupCodes },
  },
})

export const renewBackupCodesRoute = route({
  method: 'POST',
  url: '/api/v1/second-factor/backup-codes',
  config: {
    access: ['user'],
    errors: ['recent_sign_in_required', 'second_factor_not_set'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary: 'Create new backup codes. The old ones stop working. Needs a recent sign-in',
    tags: ['second factor'],
    response: { 200: BackupCodes },
  },
})

export const removeSecondFactorRoute = route({
  method: 'DELETE',
  url: '/api/v1/second-factor',
  config: { access: ['user'], errors: ['recent_sign_in_required'] },
  schema: {
    summary: 'Turn off two-step sign-in. Needs a recent sign-in',
    tags: ['second factor'],
    response: { 204: NoContent },
  },
})
