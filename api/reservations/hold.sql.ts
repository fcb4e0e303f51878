import type { PriceLine } from '@openspot/contract/quotes.ts'
import { hot } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'

export interface Hold {
  reservation_id: string
  invoice_id: string
  payment_id: string
  user_id: string
  idempotency_key: string | null
  lot_id: string
  spot_id: string
  car_id: string | null
  starts_at: string
  ends_at: string
  terms_version: number
  payment_method_id: string | null
  total_cents: number
  service_fee_cents: number
  lines: PriceLine[]
}

export type HoldOutcome =
  | 'held'
  | 'exists'
  | 'spot_taken'
  | 'terms_changed'
  | 'spot_not_found'
  | 'car_not_found'
  | 'payment_method_not_found'
  | 'too_many_holds'

/** Takes the spot, in one round trip (db/functions/hold_spot.sql). */
export async function holdSpot(
  app: FastifyInstance,
  now: Date,
  hold: Hold,
): Promise<{ outcome: HoldOutcome; reservation_id: string | null }> {
  const rows = await hot<{ outcome: HoldOutcome; reservation_id: string | null }>(
    app.pool,
    'hold_spot',
    `select * from hold_spot($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'STRIPE', $13, $14, $15, $16)`,
    [
      now.toISOString(),
      hold.reservation_id,
      hold.invoice_id,
      hold.payment_id,
      hold.user_id,
      hold.idempotency_key,
      hold.lot_id,
      hold.spot_id,
      hold.car_id,
      hold.starts_at,
      hold.ends_at,
      hold.terms_version,
      hold.payment_method_id,
      hold.total_cents,
      hold.service_fee_cents,
      JSON.stringify(hold.lines),
    ],
  )
  return rows[0] ?? { outcome: 'spot_taken', reservation_id: null }
}

export type EndOutcome = 'canceled' | 'expired' | 'wrong_status' | 'payment_under_way'

/** Ends a stay or gives up a hold, promising the refund in the same step. */
export async function endReservation(
  pool: FastifyInstance['pool'],
  now: Date,
  end: {
    reservation_id: string
    to: 'CANCELED' | 'EXPIRED'
    reason: string | null
    refund_id: string
    refund_cents: number
    user_id: string | null
  },
): Promise<{ outcome: EndOutcome; lot_id: string }> {
  const { rows } = await pool.query<{ outcome: EndOutcome; lot_id: string }>(
    'select * from end_reservation($1, $2, $3, $4, $5, $6, $7)',
    [now.toISOString(), end.reservation_id, end.to, end.reason, end.refund_id, end.refund_cents, end.user_id],
  )
  return rows[0] ?? { outcome: 'wrong_status', lot_id: '' }
}
