import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { findSecondFactor, takeBackupCode, takeStep } from './second-factors.sql.ts'

const periodSeconds = 30
/** The client's clock may be off by one period in either direction. */
const window = 1
const backupCodes = 10

export const sealFor = 'second factor secret'

/** Returns the time-based one-time passwords (RFC 6238) as authenticator apps compute them. */
export function totpOf(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: 'Openspot', label, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })
}

/** Returns a new secret of 160 bits, as the standard recommends. */
export function newSecret(app: FastifyInstance): Secret {
  return new Secret({ buffer: new Uint8Array(app.ports.random(20)).buffer })
}

/** Returns whether an app code is valid now and consumes it. Neither it nor a later code may have been used before. */
export async function takeAppCode(app: FastifyInstance, user_id: string, code: string): Promise<boolean> {
  const kept = await findSecondFactor(app.db, user_id)
  const secret = kept && app.secrets.unseal(sealFor, kept.sealed_secret)
  if (!secret) return false
  const timestamp = app.ports.now().getTime()
  const delta = totpOf(Secret.fromBase32(secret), '').validate({ token: code, timestamp, window })
  if (delta === null) return false
  return takeStep(app.db, user_id, Math.floor(timestamp / 1000 / periodSeconds) + delta)
}

/** Returns whether an app code or backup code is valid and consumes it. */
export async function takeCode(app: FastifyInstance, user_id: string, given: string): Promise<boolean> {
  const code = given.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return takeAppCode(app, user_id, code)
  return takeBackupCode(app.db, user_id, hashBackupCode(code), app.ports.now())
}

/** Returns ten codes of ten letters and digits, in two halves that are easy to copy. */
export function makeBackupCodes(app: FastifyInstance): string[] {
  return Array.from({ length: backupCodes }, () => {
    const word = secretWord(app.ports, 10).toLowerCase()
    return `${word.slice(0, 5)}-${word.slice(5)}`
  })
}

export const hashBackupCode = (code: string): Buffer => hashToken(code.replace(/[\s-]/g, '').toLowerCase())
