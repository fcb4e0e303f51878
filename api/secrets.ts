import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '@openspot/db/database.ts'
import type { Ports } from './ports.ts'
import { keepSecret } from './secrets.sql.ts'

/** The server's signing keys: one per purpose, all derived from one secret. */
export interface Secrets {
  /** Returns a key as text for libraries that need one. */
  keyFor(purpose: string): string
  /** Whether there are previous secrets, with which something may still be encrypted. */
  has_previous: boolean
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** Encrypts a text against readers of the database (AES-256-GCM). `nonce` has twelve bytes and must never repeat. */
  seal(purpose: string, text: string, nonce: Buffer): string
  /**
   * Decrypts a text, also one that was encrypted with a previous secret. Returns null if it was not encrypted by us or for
   * this purpose.
   */
  unseal(purpose: string, sealed: string): string | null
  /** Encrypts a text again if it was encrypted with a previous secret. Returns null if there is nothing to do. */
  reseal(purpose: string, sealed: string, nonce: Buffer): string | null
}

/** Loads the operator's secret, or the one that the first server created and saved in the database. */
export async function loadSecrets(
  database: Database,
  ports: Ports,
  given: string | null,
  previous: readonly string[] = [],
): Promise<Secrets> {
  const secret = given ?? (await keepSecret(database.pool, ports.random(32).toString('base64url')))
  return secretsFrom(secret, previous)
}

export function secretsFrom(secret: string, previous: readonly string[] = []): Secrets {
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
  const seal = (purpose: string, text: string, nonce: Buffer) => {
    const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, purpose), nonce)
    const inside = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), inside]).toString('base64url')
  }
  const unsealPrevious = (purpose: string, sealed: string) =>
    previous.map((one) => open(sealingKey(one, purpose), sealed)).find((text) => text !== null) ?? null
  return {
    keyFor,
    has_previous: previous.length > 0,
    sign,
    seal,
    unseal: (purpose, sealed) => open(sealingKey(secret, purpose), sealed) ?? unsealPrevious(purpose, sealed),
    reseal(purpose, sealed, nonce) {
      if (open(sealingKey(secret, purpose), sealed) !== null) return null
      const text = unsealPrevious(purpose, sealed)
      return text === null ? null : seal(purpose, text, nonce)
    },
    verify(purpose, text, signature) {
      const right = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return right.length === given.length && timingSafeEqual(right, given)
    },
  }
}

const sealingKey = (secret: string, purpose: string) =>
  createHmac('sha256', secret).update(`seal ${purpose}`).digest()

/** Decrypts a text with one key. Returns null if it was encrypted with another. */
function open(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    cipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
