import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Deps } from '../../deps.ts'
import type { Messaging } from '../../messaging.ts'
import type { VendorResponse } from '../../vendors.ts'
import { type Outcome, outcomeOfError } from './outcome.ts'
import type { PushContent, PushTarget } from './push.ts'

type Fcm = NonNullable<Messaging['fcm']>
type FcmDeps = Pick<Deps, 'messaging' | 'ports'>

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
const timeoutMs = 15_000
const secondsOfHour = 3600

/** Access tokens by account, until shortly before they expire. */
const tokens = new WeakMap<Fcm, { token: string; until: number }>()

/** Google refused the key of the service account. */
class KeyRefused extends Error {}

/** Sends a push to an app through Firebase Cloud Messaging (HTTP v1). */
export async function sendFcm(
  deps: FcmDeps,
  fcm: Fcm,
  target: PushTarget,
  content: PushContent,
  ttl_seconds: number,
): Promise<Outcome> {
  const { service_account, url } = fcm
  const { title, text, url: link, tag } = content
  const message = {
    token: target.push_token,
    notification: { title, body: text },
    data: { url: link, tag },
    android: { ttl: `${ttl_seconds}s`, priority: 'HIGH', collapse_key: tag, notification: { tag } },
    apns: {
      headers: {
        'apns-expiration': String(Math.floor(deps.ports.now().getTime() / 1000) + ttl_seconds),
        'apns-collapse-id': tag,
      },
    },
  }
  try {
    const answer = await deps.messaging.net.send(
      {
        method: 'POST',
        url: `${url}/v1/projects/${service_account.project_id}/messages:send`,
        headers: {
          authorization: `Bearer ${await accessToken(deps, fcm)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ message }),
      },
      AbortSignal.timeout(timeoutMs),
    )
    const outcome = outcomeOf(answer)
    // A token may be revoked before it expires.
    if (outcome.kind === 'REFUSED') tokens.delete(fcm)
    return outcome
  } catch (error) {
    if (error instanceof KeyRefused) return { kind: 'REFUSED', error: error.message }
    return outcomeOfError(error)
  }
}

function outcomeOf({ status, body }: VendorResponse): Outcome {
  if (status === 200) {
    const { name } = parse(body) as { name?: string }
    return { kind: 'SENT', ...(typeof name === 'string' ? { provider_id: name } : {}) }
  }
  const code = errorCodeOf(body)
  const error = `FCM answered ${status}${code === null ? '' : ` (${code})`}.`
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'GONE', error }
  if (code === 'INVALID_ARGUMENT' && isAboutToken(body)) return { kind: 'GONE', error }
  if (status === 401 || status === 403 || code === 'THIRD_PARTY_AUTH_ERROR') return { kind: 'REFUSED', error }
  // The project of the service account doesn't exist.
  if (status === 404) return { kind: 'REFUSED', error }
  return status >= 500 ? { kind: 'RETRY', error, after_seconds: null } : { kind: 'FAILED', error }
}

/** Reads the code of FCM's own detail, or the status of the error. */
function errorCodeOf(body: Buffer): string | null {
  const { error } = parse(body) as {
    error?: { status?: unknown; details?: { errorCode?: unknown }[] }
  }
  const details = Array.isArray(error?.details) ? error.details : []
  const code = details.map((one) => one.errorCode).find((one) => typeof one === 'string') ?? error?.status
  return typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : null
}

/** Whether FCM finds the token invalid, and not something else that we sent. */
const isAboutToken = (body: Buffer): boolean =>
  /message\.token|registration token/i.test(body.toString('utf8', 0, 4_000))

function parse(body: Buffer): object {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A proxy answered in its own format; the status says enough.
    return {}
  }
}

/** Returns an access token for a signed assertion of the service account (RFC 7523). Throws KeyRefused. */
async function accessToken({ messaging, ports }: FcmDeps, fcm: Fcm): Promise<string> {
  const now = Math.floor(ports.now().getTime() / 1000)
  const known = tokens.get(fcm)
  if (known && known.until > now) return known.token
  const { client_email, private_key, private_key_id, token_uri } = fcm.service_account
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id ? { kid: private_key_id } : {}) })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt(now)
    .setExpirationTime(now + secondsOfHour)
    .sign(readKey(private_key))
  const answer = await messaging.net.send(
    {
      method: 'POST',
      url: token_uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }).toString(),
    },
    AbortSignal.timeout(timeoutMs),
  )
  const { access_token, expires_in } = parse(answer.body) as { access_token?: unknown; expires_in?: unknown }
  if (answer.status !== 200 || typeof access_token !== 'string')
    throw new KeyRefused(`Google answered ${answer.status} to the key of the service account.`)
  const seconds = typeof expires_in === 'number' ? expires_in : secondsOfHour
  tokens.set(fcm, { token: access_token, until: now + seconds - 60 })
  return access_token
}

function readKey(pem: string) {
  try {
    return createPrivateKey(pem)
  } catch {
    // The message of OpenSSL could quote the key.
    throw new KeyRefused('The private key of the service account is not readable.')
  }
}
