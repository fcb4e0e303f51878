import { assignedTypes, chargerFeatures, wantsCharger } from '@openspot/core/allocation/on-request.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { takenSpotNos } from '../occupancy/taken-spots.sql.ts'
import { endless, endMinutesOf } from '../occupancy/times.rules.ts'
import { type SpotTerms, spotTerms, spotTermsShape } from '../pricing/terms.sql.ts'
import type { SpotPreferences } from './spot-allocation.ts'

/** The maximum number of spots evaluated in JavaScript, per kind and in total. The database selects them. */
export const MAX_OF_KIND = 200
export const MAX_CANDIDATES = 400

const candidates = statement(
  'list_candidates',
  spotTermsShape,
  `with taken as materialized (${takenSpotNos('$1::uuid', '$2::int', '$3::int')}),
     near as materialized (
       select o.spot_no, max(o.ends_min) filter (where o.ends_min <= $2::int) as before_min,
         min(o.starts_min) filter (where o.starts_min >= $3::int) as after_min
       from occupancy o where o.lot_id = $1::uuid
         and (o.ends_min > $2::int - 1440 and o.ends_min <= $2::int or o.starts_min >= $3::int and o.starts_min::bigint < $3::bigint + 1440)
       group by o.spot_no),
     gaps as (
       select s.id, s.spot_no, s.half_hour_cents, s.hour_cents, s.day_cents, s.month_cents,
         s.min_reservation_price, s.max_reservation_price, s.type, s.zone_id, s.assigned_user_id,
         s.spot_no not in (select t.spot_no from taken t) as is_free,
         least(1440, greatest(0, $2::int - greatest(coalesce(n.before_min, $6::int), $6::int))) as gap_before,
         case when $3::int = ${endless} then 0 else least(1440, coalesce(n.after_min - $3::int, 1440)) end as gap_after
       from spots s left join near n on n.spot_no = s.spot_no
       where s.lot_id = $1::uuid and s.deleted_at is null
         and s.type::text = any($4::text[]) and s.features::text[] @> $5::text[]
         and not s.features::text[] && $7::text[]),
     ranked as (
       select g.*, row_number() over (
         partition by g.type, g.zone_id, g.assigned_user_id, g.half_hour_cents, g.hour_cents, g.day_cents, g.month_cents, g.min_reservation_price, g.max_reservation_price
         order by g.is_free desc, least(g.gap_before, g.gap_after), g.gap_before + g.gap_after, g.spot_no) as place
       from gaps g),
     chosen as (
       select r.id from ranked r where r.place <= ${MAX_OF_KIND}
       order by r.is_free desc, (r.place - 1) / 25, coalesce(r.hour_cents, r.day_cents, r.month_cents), r.place, r.spot_no
       limit ${MAX_CANDIDATES})
     select ${spotTerms} from chosen join spots s on s.id = chosen.id and s.lot_id = $1::uuid
       left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id and z.deleted_at is null
     order by s.spot_no`,
)

/**
 * Returns the spots of a lot that may be assigned and are candidates for a reservation, by spot number, at most `MAX_CANDIDATES`. Of each
 * kind (equal price) it takes free spots first, and of those the ones that fragment the calendar least, as
 * core/allocation/best-fit.ts ranks them. A large lot thus blocks the event loop no longer than a small one.
 */
export function listCandidates(
  pool: pg.Pool,
  lot_id: string,
  times: { starts_at: string; ends_at: string | null },
  preferences: SpotPreferences,
  now: Date,
): Promise<SpotTerms[]> {
  const from = minutesOf(times.starts_at)
  const to = endMinutesOf(times.ends_at)
  return queryPrepared(pool, candidates, [
    lot_id,
    from,
    to,
    assignedTypes(preferences.type === null ? [] : [preferences.type]),
    preferences.features,
    Math.floor(now.getTime() / 60_000),
    wantsCharger(preferences.features) ? [] : chargerFeatures,
  ])
}
