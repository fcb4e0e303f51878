import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { type PasswordOwner, weaknessOf } from '@openspot/core/passwords/weak-password.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { refuse } from '../../errors.ts'

/**
 * Passwords are stored as scrypt hashes with their own salt. The cost is stored in the hash, so that it can be raised later. At its default
 * it follows the OWASP Password Storage Cheat Sheet (N = 2^15, r = 8, p = 3: 32 MiB per hash).
 */
const costOf = (password_cost: number) => ({ N: 2 ** password_cost, r: 8, p: 3 })

/** Throws `password_weak` with the reason if a new password is too easy to guess. */
export function refuseWeak(password: string, owner: PasswordOwner): void {
  const reason = weaknessOf(password, owner)
  if (reason !== null) refuse('password_weak', { field: 'password', message: (t) => reasonText(t, reason) })
}

/** Hashes a password at a cost of the settings (`password_cost`). */
export async function hashPassword(password: string, password_cost: number): Promise<string> {
  const salt = randomBytes(16)
  const cost = costOf(password_cost)
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
const unmatchable = new Map<number, Promise<string>>()
export function unmatchableHash(password_cost: number): Promise<string> {
  const hash = unmatchable.get(password_cost) ?? hashPassword(randomBytes(32).toString('hex'), password_cost)
  unmatchable.set(password_cost, hash)
  return hash
}

function derive(password: string, salt: Buffer, { N, r, p }: ReturnType<typeof costOf>): Promise<Buffer> {
  return new Promise((done, fail) => {
    // Node's default memory limit is just below what these costs need.
    scrypt(password.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? fail(error) : done(key),
    )
  })
}
