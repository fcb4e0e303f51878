import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '@openspot/db/database.ts'
import type { Ports } from './ports.ts'

/** Keys for what the server signs: one a purpose, all derived from one secret. */
export interface Secrets {
  /** A key in text form for libraries that want one. */
  keyFor(purpose: string): string
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** The secret is the operator's, or one that the first server made and all others find in the database. */
export async function loadSecrets(database: Database, ports: Ports, given: string | null): Promise<Secrets> {
  let secret = given
  if (secret === null) {
    const { rows } = await database.pool.query<{ value: string }>(
      `with made as (
         insert into server_secrets (name, value) values ('signing', $1) on conflict do nothing returning value)
       select value from made union all select value from server_secrets where name = 'signing' limit 1`,
      [ports.random(32).toString('base64url')],
    )
    secret = rows[0]?.value ?? ''
  }
  return secretsFrom(secret)
}

export function secretsFrom(secret: string): Secrets {
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
  return {
    keyFor,
    sign,
    verify(purpose, text, signature) {
      const right = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return right.length === given.length && timingSafeEqual(right, given)
    },
  }
}
