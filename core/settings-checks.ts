import { PlainError } from './plain-error.ts'
import type { Settings } from './settings.ts'

/**
 * Rejects settings that are unsafe for the environment. `isPublicUrlGiven` says whether `public_url` was set rather
 * than defaulted.
 * @throws PlainError that names the variable and the remedy
 */
export function refuseUnsafe(settings: Settings, isPublicUrlGiven: boolean): void {
  refuseStandIns(settings)
  refuseOtherKey(settings.stripe)
  if (settings.environment === 'local') return
  refuseHalfSet(settings)
  refuseOpen(settings, isPublicUrlGiven)
}

/** Rejects substitutes for vendors, such as the Firebase emulator, outside the local environment. */
function refuseStandIns(settings: Settings): void {
  const { environment, firebase, stripe, demo } = settings
  if (firebase.emulator_host !== null && !/^[A-Za-z0-9.-]+:\d{1,5}$/.test(firebase.emulator_host)) {
    throw new PlainError(`FIREBASE_AUTH_EMULATOR_HOST is "${firebase.emulator_host}"; it must be host:port.`)
  }
  if (environment === 'local') {
    if (stripe.secret_key && !/^(sk|rk)_test_/.test(stripe.secret_key)) {
      throw new PlainError(
        'STRIPE_SECRET_KEY is a live key. Use a test key or none in the local environment.',
      )
    }
    return
  }
  if (firebase.emulator_host !== null) {
    throw new PlainError(
      `FIREBASE_AUTH_EMULATOR_HOST is set in OPENSPOT_ENV=${environment}: its tokens are not signed. Remove it, or use OPENSPOT_ENV=local.`,
    )
  }
  if (demo) {
    throw new PlainError(
      `OPENSPOT_DEMO is 1 in OPENSPOT_ENV=${environment}: the demo has accounts with published passwords. Remove it, or use OPENSPOT_ENV=local.`,
    )
  }
}

/** Outside the local environment every vendor must be real, so missing settings are rejected at startup. */
function refuseHalfSet(settings: Settings): void {
  const { environment } = settings
  const { secret_key, webhook_secret, connect_webhook_secret } = settings.stripe
  const needs = (value: unknown, name: string, reason: string) => {
    if (!value) throw new PlainError(`OPENSPOT_ENV=${environment} needs ${name}: ${reason}.`)
  }
  needs(secret_key, 'STRIPE_SECRET_KEY', 'payments are made through Stripe')
  needs(webhook_secret, 'STRIPE_WEBHOOK_SECRET', 'it verifies the signatures of Stripe events')
  needs(
    connect_webhook_secret,
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    'it verifies the signatures of events about payout accounts',
  )
  needs(settings.smtp_url, 'SMTP_URL', 'email is sent in this environment')
  needs(settings.secret, 'OPENSPOT_SECRET', 'all servers must sign with the same secret')
  const kind = environment === 'prod' ? 'live' : 'test'
  if (!new RegExp(`^(sk|rk)_${kind}_`).test(secret_key ?? '')) {
    throw new PlainError(`OPENSPOT_ENV=${environment} needs a ${kind} STRIPE_SECRET_KEY.`)
  }
}

/**
 * Outside the local environment, cookies, links, and keys must travel over https, and the signing secret must be
 * strong.
 */
function refuseOpen(settings: Settings, isPublicUrlGiven: boolean): void {
  const { environment, firebase, bot_check } = settings
  if (settings.secret !== null) refuseWeakSecret(settings.secret)
  if (!isPublicUrlGiven) {
    throw new PlainError(
      `OPENSPOT_ENV=${environment} needs OPENSPOT_PUBLIC_URL: the https:// URL where people reach it.`,
    )
  }
  const addresses = [
    ['OPENSPOT_PUBLIC_URL', settings.public_url],
    ['FIREBASE_ISSUER', firebase.issuer],
    ['FIREBASE_JWKS_URL', firebase.jwks_url],
    ['POSTHOG_HOST', settings.posthog?.host ?? null],
    ['SENTRY_DSN', settings.sentry?.envelope_url ?? null],
    ['FCM_URL', settings.messaging.fcm?.url ?? null],
    ['FCM_SERVICE_ACCOUNT', settings.messaging.fcm?.service_account.token_uri ?? null],
    ['TWILIO_URL', settings.messaging.twilio?.url ?? null],
    [`${bot_check?.kind}_VERIFY_URL`, bot_check?.verify_url ?? null],
    [`${bot_check?.kind}_SCRIPT_URL`, bot_check?.script_url ?? null],
    ['OPENSPOT_MAP_STYLE_URL', settings.map?.style_url ?? null],
    [`OPENSPOT_${settings.geocoder?.kind}_URL`, settings.geocoder?.url ?? null],
    ['OPENSPOT_ALERT_WEBHOOK', settings.alerts.webhook],
  ] as const
  for (const [name, address] of addresses) {
    if (address === null || address.startsWith('https:')) continue
    throw new PlainError(
      `${name} is "${address}"; in OPENSPOT_ENV=${environment} it must begin with https://.`,
    )
  }
}

const secretLength = 32

/** A short or repetitive secret could be found offline from a single signed quote. */
function refuseWeakSecret(secret: string): void {
  const remedy = 'Make one with "openssl rand -base64 32".'
  if (secret.length < secretLength) {
    throw new PlainError(
      `OPENSPOT_SECRET has ${secret.length} characters; it must have at least ${secretLength}. ${remedy}`,
    )
  }
  const periods = Array.from({ length: secretLength / 2 }, (_, at) => at + 1)
  const repeats = periods.some((period) => secret.slice(period) === secret.slice(0, -period))
  if (repeats || new Set(secret).size < 10) {
    throw new PlainError(`OPENSPOT_SECRET repeats itself, so it can be guessed. ${remedy}`)
  }
}

/** The card form and the server must speak to the same account in the same mode, or no payment would find its card. */
function refuseOtherKey({ secret_key, publishable_key }: Settings['stripe']): void {
  if (publishable_key === null) return
  if (secret_key === null)
    throw new PlainError('STRIPE_PUBLISHABLE_KEY is set without STRIPE_SECRET_KEY. Set or remove both.')
  const kind = /^(?:sk|rk)_(live|test)_/.exec(secret_key)?.[1]
  if (!publishable_key.startsWith(`pk_${kind}_`))
    throw new PlainError(
      `STRIPE_PUBLISHABLE_KEY must be a ${kind} key (pk_${kind}_…), because STRIPE_SECRET_KEY is one.`,
    )
}
