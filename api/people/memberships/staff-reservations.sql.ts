import type pg from 'pg'

/** Saves whether the staff of a lot may reserve for a user, as the user said in a session. */
export async function setStaffReservations(
  pool: pg.Pool,
  { user_id, lot_id, session_id }: { user_id: string; lot_id: string; session_id: string },
  is_allowed: boolean,
  now: Date,
): Promise<void> {
  await pool.query('select set_staff_reservations($1, $2, $3, $4, $5)', [
    now.toISOString(),
    lot_id,
    user_id,
    session_id,
    is_allowed,
  ])
}
