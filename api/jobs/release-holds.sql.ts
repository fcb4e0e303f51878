import type pg from 'pg'

/** Orders never tried items first, then the least recently tried ones, so that a stuck item does not block the rest. */
const byTurn = (id: string, tried: string) => `array_position(${tried}::uuid[], ${id}) nulls first`

/** Returns up to 200 unpaid holds whose payment deadline has passed. */
export async function listExpiredHolds(
  pool: pg.Pool,
  now: string,
  tried: readonly string[],
): Promise<{ id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from reservations where status in ('CHECKOUT', 'PENDING') and hold_expires_at <= $1
     order by ${byTurn('id', '$2')}, hold_expires_at limit 200`,
    [now, tried],
  )
  return rows
}

/** Returns up to 100 card payments that were started before an instant and have no known result. */
export async function listUnsettledPayments(
  pool: pg.Pool,
  before: string,
  tried: readonly string[],
): Promise<{ id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select p.id from payments p
     where p.status in ('CREATED', 'REQUIRES_ACTION') and p.stripe_payment_intent_id is not null
       and p.created_at < $1 order by ${byTurn('p.id', '$2')}, p.created_at limit 100`,
    [before, tried],
  )
  return rows
}
