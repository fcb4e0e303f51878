/** Up to and over this many minutes, `occupancy` has separate indexes. */
const SHORT_MINUTES = 7200

/**
 * Selects the times that reservations take spots of the lot `$1` between two epoch minutes, from `occupancy` and `span`. In a
 * lateral join of lots, `span` is a row of them, and `lot` its column. Each half repeats the condition of its partial index.
 */
export function takenBetween(from: string, to: string, lot?: 'span.lot_id'): string {
  const select = `select o.spot_no, o.reservation_id, o.starts_min, o.ends_min from occupancy o${lot === undefined ? ', span' : ''}
    where o.lot_id = ${lot ?? '$1'} and o.reservation_id is not null and o.starts_min < ${to} and o.ends_min > ${from}`
  return `${select} and o.ends_min - o.starts_min <= ${SHORT_MINUTES} and o.starts_min > ${from} - ${SHORT_MINUTES}
    union all ${select} and o.ends_min - o.starts_min > ${SHORT_MINUTES}`
}
