import type { BookingLimits } from '@openspot/contract/lots/lots.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { ruleSetOf } from './terms.sql.ts'

const bookingLimits = statement(
  'get_booking_limits',
  {
    rules: orNull(json<BookingLimits['rules']>()),
    zone_names: json<string[]>(),
    long_term_days: 'integer',
    is_of_group: 'boolean',
  },
  `select rv.rules, l.long_term_days, g.id is not null as is_of_group,
     (select coalesce(jsonb_agg(z.name order by lower(z.name)), '[]') from zones z
       where z.lot_id = l.id and rv.rules -> 'zone_ids' @> to_jsonb(z.id)) as zone_names
   from lots l ${ruleSetOf('l.id', '$2::uuid')} where l.id = $1`,
)

/** Returns the limits of a lot for a person, or for anyone (null). Null if no rule set applies. */
export async function getBookingLimits(
  pool: pg.Pool,
  lot_id: string,
  user_id: string | null,
): Promise<BookingLimits | null> {
  const [found] = await queryPrepared(pool, bookingLimits, [lot_id, user_id])
  return found && found.rules !== null ? { ...found, rules: found.rules } : null
}
