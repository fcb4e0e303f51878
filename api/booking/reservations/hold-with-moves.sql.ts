import type { ReseatMove } from '@openspot/core/allocation/reseat.ts'
import { jsonRecord, type RecordOf } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type Hold, type HoldResult, holdErrorOf, holdSpot } from './hold.sql.ts'

const moveRecord = jsonRecord(
  'reseat_reservations.p_moves',
  {
    reservation_id: 'uuid',
    from_spot_id: 'uuid',
    to_spot_id: 'uuid',
  },
  {},
)

/**
 * Holds a spot after moving flexible reservations out of its way, all in one transaction or not at all. `also` is part
 * of it; if it returns false, nothing is done.
 */
export async function holdWithMoves(
  pool: pg.Pool,
  now: Date,
  hold: Hold,
  moves: ReseatMove[],
  also: (client: pg.PoolClient) => Promise<boolean> = async () => true,
): Promise<HoldResult> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // As in hold_spot, take these locks before any reservation, so that concurrent holds by the same person or card
    // wait here.
    await client.query(
      `select lock_holds($1, (select m.fingerprint from payment_methods m where m.id = $2), $3, is_unproven_payer($1))`,
      [hold.user_id, hold.payment_method_id, hold.lot_id],
    )
    if (moves.length > 0) {
      await client.query('select reseat_reservations($1, $2, $3)', [
        now.toISOString(),
        hold.lot_id,
        JSON.stringify(moves satisfies RecordOf<typeof moveRecord>[]),
      ])
    }
    const held = await holdSpot(client, now, hold)
    const isDone = held.outcome === 'held' && (await also(client))
    await client.query(isDone ? 'commit' : 'rollback')
    return isDone || held.outcome !== 'held' ? held : { outcome: 'reservation_changed', reservation_id: null }
  } catch (error) {
    await client.query('rollback')
    // Another driver took one of the spots first, so the caller searches again.
    if (holdErrorOf(error) !== null) return { outcome: 'spot_taken', reservation_id: null }
    throw error
  } finally {
    client.release()
  }
}
