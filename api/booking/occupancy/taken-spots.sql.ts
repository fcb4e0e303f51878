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

/** SQL for the number of those spots. */
export const takenSpots = (lot: string, from: string, to: string) =>
  `(select count(*) from (${takenSpotNos(lot, from, to)}) taken)`
