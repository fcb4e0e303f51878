import { longMinutes } from './times.rules.ts'

/**
 * SQL for the spots of a lot that are occupied at any time between two epoch minutes. Short and long reservations have
 * an index each; the bound between them limits the short index to a range.
 */
export const takenSpotNos = (lot: string, from: string, to: string) => `
    select o.spot_no from occupancy o where o.lot_id = ${lot} and o.ends_min - o.starts_min <= ${longMinutes}
      and o.starts_min < ${to} and o.starts_min > ${from} - ${longMinutes} and o.ends_min > ${from}
    union
    select o.spot_no from occupancy o where o.lot_id = ${lot} and o.ends_min - o.starts_min > ${longMinutes}
      and o.starts_min < ${to} and o.ends_min > ${from}`

/**
 * SQL for the number of free spots of a row of `lots` or of a subquery with the same columns, without those that are
 * assigned only on request.
 */
export const freeSpots = (lot: string, from: string, to: string) =>
  `(${lot}.spot_count - ${lot}.on_request_count
     - (select count(*) from (${takenSpotNos(`${lot}.id`, from, to)}) taken where not ${lot}.spots_on_request @> taken.spot_no::int))::int`
