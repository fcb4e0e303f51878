import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { type PasswordOwner, weaknessOf } from '@openspot/core/passwords/weak-password.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { refuse } from '../../errors.ts'

/**
 * Passwords are stored as scrypt hashes with their own salt. The cost follows the OWASP Password Storage Cheat Sheet (N
 * = 2^15, r = 8, p = 3: 32 MiB per hash) and is stored in the hash, so that it can be raised later.
 */
const cost = { N: 2 ** 15, r: 8, p: 3 }

/** Throws `password_weak` with the reason if a new password is too easy to guess. */
export function refuseWeak(password: string, owner: PasswordOwner): void {
  const reason = weaknessOf(password, owner)
  if (reason !== null) refuse('password_weak', { field: 'password', message: (t) => reasonText(t, reason) })
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt, key] = hash.split('$')
  if (!salt || !key) return false
  const right = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return right.length === given.length && timingSafeEqual(right, given)
}

/** A hash that matches no password. Unknown accounts are checked against it, so that the timing reveals nothing. */
let unmatchable: Promise<string> | undefined
export const unmatchableHash = (): Promise<string> =>
  (unmatchable ??= hashPassword(randomBytes(32).toString('hex')))

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((done, fail) => {
    // Node's default memory limit is just below what these costs need.
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? fail(error) : done(key),
    )
  })
}
