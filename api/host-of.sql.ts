/**
 * SQL for when a reservation `r` was over. A canceled one was over at its cancellation.
 */
export const overAt = `coalesce(least(r.ends_at, r.canceled_at), 'infinity')`

/**
 * SQL for the host of a reservation `r` of a spot `s`: its assignee. A new assignee learns nothing of reservations that were
 * over before the spot became theirs.
 */
export const hostOf = `case when s.assigned_at is null or ${overAt} > s.assigned_at then s.assigned_user_id end`
