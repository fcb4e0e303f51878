import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { SignJWT } from 'jose'
import type { Deps } from '../../deps.ts'
import { findVapidKey, keepVapidKey } from './vapid.sql.ts'

/** The key with which this server identifies itself to push services (RFC 8292). */
export interface VapidKey {
  /** The uncompressed point as base64url, which browsers subscribe with. */
  public_key: string
  private_key: KeyObject
}

const purpose = 'vapid key'
/** Push services accept at most 24 hours. */
const tokenHours = 12

/** The stored key can't be decrypted, because the server's secret was replaced. */
export class VapidKeyUnreadable extends Error {
  constructor() {
    super('The VAPID key is encrypted with another secret. Add that secret to OPENSPOT_PREVIOUS_SECRETS.')
  }
}

type KeyDeps = Pick<Deps, 'ports' | 'secrets'> & { pool: Deps['database']['pool'] }

/**
 * Returns the key, which the first server makes. Every subscription is bound to it, so it is never replaced: throws
 * VapidKeyUnreadable if it can't be decrypted.
 */
export async function vapidKey({ pool, ports, secrets }: KeyDeps): Promise<VapidKey> {
  const found = await findVapidKey(pool)
  const sealed = found ?? (await keepVapidKey(pool, secrets.seal(purpose, newKey(), ports.random(12)), null))
  const again = secrets.reseal(purpose, sealed, ports.random(12))
  if (again !== null) await keepVapidKey(pool, again, sealed)
  const text = secrets.unseal(purpose, sealed)
  if (text === null) throw new VapidKeyUnreadable()
  const jwk = JSON.parse(text) as JsonWebKey
  const point = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  return {
    public_key: Buffer.concat([Buffer.from([4]), ...point]).toString('base64url'),
    private_key: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return JSON.stringify(privateKey.export({ format: 'jwk' }))
}

/** Returns the `Authorization` header for a push service. */
export async function vapidHeader(
  { public_key, private_key }: VapidKey,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: Date },
): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + tokenHours * 3600
  const token = await new SignJWT({ sub: subject })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(expires)
    .sign(private_key)
  return `vapid t=${token}, k=${public_key}`
}

/** Whether a text is the public key of a pair on the curve P-256, as browsers give it. */
export function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'))
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    return true
  } catch {
    // The point is not on the curve.
    return false
  }
}
