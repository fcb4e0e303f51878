import type pg from 'pg'

/** What one request (or one tick of the clock) works with: a transaction, a moment, an account. */
export interface Work {
  client: pg.ClientBase
  /** The sandbox's time in whole seconds, as Stripe counts it. */
  now: number
  /** Whose objects: the platform's, or those of the account named by `Stripe-Account`. */
  account: string
  request: { id: string | null; idempotency_key: string | null }
  env: Env
}

/** What stays the same from request to request. */
export interface Env {
  /** The account the API keys belong to. */
  platform: string
  id(prefix: string): string
  secret(prefix: string): string
  public_url(): string
  delays: Delays
}

/** How long things take, in seconds. */
export interface Delays {
  /** ACH debits take up to four business days: https://docs.stripe.com/payments/ach-direct-debit */
  bank_debit: number
  /** Card money is available two days later: https://docs.stripe.com/payouts#payout-speed */
  available: number
  payout: number
  refund: number
}

export const default_delays: Delays = {
  bank_debit: 4 * 86_400,
  available: 2 * 86_400,
  payout: 2 * 86_400,
  refund: 86_400,
}

export async function inTransaction<T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local lock_timeout = '8s'; set local search_path = stripe_sandbox`)
    const result = await run(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is thrown away.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}

/** The same work done in another account's books. */
export function asAccount(work: Work, account: string): Work {
  return { ...work, account }
}
