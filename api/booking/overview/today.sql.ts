import { iso } from './iso.sql.ts'

const nowMinute = 'floor(extract(epoch from $2::timestamptz) / 60)'

/** The number of spots that are taken at `$2`, from `busy`. */
export const takenNow = `(select count(distinct b.spot_no)::int from busy b
    where b.starts_min <= ${nowMinute} and b.ends_min > ${nowMinute})`

/** How many spots are taken in each hour of the day of `span` on average, from `busy`, as JSON. */
export const takenByHour = `(select json_agg(json_build_object('starts_at', ${iso('h.at')}, 'taken_spots', round(h.minutes / 60.0, 1)) order by h.at)
    from (
      select g.at, coalesce(sum(least(b.ends_min, minutes_of(g.at) + 60) - greatest(b.starts_min, minutes_of(g.at))) filter (where b.spot_no is not null), 0) as minutes
      from generate_series(span.starts_at, span.ends_at - interval '1 hour', interval '1 hour') as g (at)
        left join busy b on b.starts_min < minutes_of(g.at) + 60 and b.ends_min > minutes_of(g.at)
      group by g.at) h)`

/** What was paid on the invoices of a lot, other than those of its plan, between two instants, less what was refunded of it since. */
export const paidBetween = (lot: string, from: string, to: string): string => `(
  select coalesce(sum(i.paid_cents - i.refunded_cents), 0)::int8 from invoices i
  where i.lot_id = ${lot} and i.kind <> 'PLAN' and i.paid_at >= ${from} and i.paid_at < ${to})`
