import type { FastifyInstance } from 'fastify'
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose'
import { refuse } from '../../errors.ts'
import { askOperated } from '../../net/operator-http.ts'
import { isRevokedAtVendor } from './firebase-lookup.ts'

/** The keys with which Google signs Firebase ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** Clients exchange a token right after signing in, not hours later. */
const freshForSeconds = 5 * 60
const timeout_ms = 5_000
const max_bytes = 256 * 1024

export interface FirebasePerson {
  issuer: string
  subject: string
  email: string | null
  email_verified: boolean
  phone: string | null
  name: string | null
  /** The time of the sign-in at Firebase. */
  auth_time: string
}

/**
 * Returns a function that verifies Firebase ID tokens: signed by the configured issuer for this project, not expired,
 * and fresh. Throws `token_not_accepted` otherwise, or `unavailable` if the keys can't be fetched.
 */
export function firebaseReader(app: FastifyInstance): (token: string) => Promise<FirebasePerson> {
  const { project_id, issuer: givenIssuer, jwks_url, emulator_host } = app.settings.firebase
  if (project_id === null) {
    return () =>
      refuse('token_not_accepted', {
        message: (t) => t('apiErrors.identity.noFirebase'),
      })
  }
  const issuer = givenIssuer ?? `https://securetoken.google.com/${project_id}`
  const keys = createRemoteJWKSet(new URL(jwks_url ?? googleKeys), {
    timeoutDuration: timeout_ms,
    [customFetch]: async (url, { headers, signal }) => {
      const wanted = { url, headers: Object.fromEntries(headers), signal, timeout_ms, max_bytes }
      const { status, body } = await askOperated(app.ports, wanted)
      return new Response(body.toString('utf8'), { status })
    },
  })
  return async (token) => {
    const now = app.ports.now()
    let claims: JWTPayload
    try {
      const wanted = {
        issuer,
        audience: project_id,
        currentDate: now,
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
      }
      // The emulator does not sign its tokens. Settings allow it in the local environment only.
      const verified =
        emulator_host !== null && app.settings.environment === 'local'
          ? UnsecuredJWT.decode(token, wanted)
          : await jwtVerify(token, keys, { ...wanted, algorithms: ['RS256'] })
      claims = verified.payload
    } catch (error) {
      // A failure to fetch the keys is our fault, not the caller's.
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) {
        return refuse('unavailable', { retry_after_seconds: 5 })
      }
      return refuse('token_not_accepted')
    }
    const authTime = Number(claims['auth_time'])
    const age = now.getTime() / 1000 - authTime
    if (!claims.sub || !(age >= -30 && age <= freshForSeconds)) refuse('token_not_accepted')
    const iat = Number(claims.iat)
    if (!(iat <= now.getTime() / 1000 + 30)) refuse('token_not_accepted')
    if (await isRevokedAtVendor(app, token, authTime)) refuse('token_not_accepted')
    return {
      issuer,
      auth_time: new Date(authTime * 1000).toISOString(),
      subject: claims.sub ?? '',
      email: typeof claims['email'] === 'string' ? claims['email'].toLowerCase() : null,
      email_verified: claims['email_verified'] === true,
      phone: typeof claims['phone_number'] === 'string' ? claims['phone_number'] : null,
      name: typeof claims['name'] === 'string' ? claims['name'] : null,
    }
  }
}
