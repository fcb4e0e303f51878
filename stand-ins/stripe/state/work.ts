import type pg from 'pg'

/** The context of one request (or one clock tick): a transaction, a time, and an account. */
export interface Work {
  client: pg.ClientBase
  /** The stand-in's time in whole seconds, as in Stripe's API. */
  now: number
  /** The account whose objects are used: the platform, or the one named by `Stripe-Account`. */
  account: string
  request: { id: string | null; idempotency_key: string | null }
  env: Env
}

/** Values that are constant across requests. */
export interface Env {
  /** The account that the API keys belong to. */
  platform: string
  id(prefix: string): string
  secret(prefix: string): string
  public_url(): string
  delays: Delays
}

/** Durations in seconds. */
export interface Delays {
  /** ACH debits take up to four business days: https://docs.stripe.com/payments/ach-direct-debit */
  bank_debit: number
  /** Card payments become available after two days: https://docs.stripe.com/payouts#payout-speed */
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
    await client.query(`begin; set local lock_timeout = '8s'; set local search_path = stripe_stand_in`)
    const result = await run(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is discarded.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}

/** Returns the same context for another account's books. */
export function asAccount(work: Work, account: string): Work {
  return { ...work, account }
}
