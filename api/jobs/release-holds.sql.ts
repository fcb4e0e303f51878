import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** Orders never tried items first, then the least recently tried ones, so that a stuck item does not block the rest. */
const byTurn = (id: string, tried: string) => `array_position(${tried}::uuid[], ${id}) nulls first`

const expiredHolds = statement(
  'list_expired_holds',
  { id: 'uuid' },
  `select id from reservations where status in ('CHECKOUT', 'PENDING') and hold_expires_at <= $1
     order by ${byTurn('id', '$2')}, hold_expires_at limit 200`,
)

/** Returns up to 200 unpaid holds whose payment deadline has passed. */
export function listExpiredHolds(
  pool: pg.Pool,
  now: Date,
  tried: readonly string[],
): Promise<{ id: string }[]> {
  return query(pool, expiredHolds, [now.toISOString(), tried])
}

const unsettledPayments = statement(
  'list_unsettled_payments',
  { id: 'uuid' },
  `select p.id from payments p
     where p.status in ('CREATED', 'REQUIRES_ACTION') and p.stripe_payment_intent_id is not null
       and p.created_at < $1 order by ${byTurn('p.id', '$2')}, p.created_at limit 100`,
)

/** Returns up to 100 card payments that were started before an instant and have no known result. */
export function listUnsettledPayments(
  pool: pg.Pool,
  before: string,
  tried: readonly string[],
): Promise<{ id: string }[]> {
  return query(pool, unsettledPayments, [before, tried])
}
