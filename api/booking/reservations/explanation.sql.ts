import type { ReservationExplanation } from '@openspot/contract/booking/reservations.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import { query } from '@openspot/db/database.ts'
import { json, orNull, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const explanationRows = statement(
  'get_why',
  {
    terms_version: 'integer',
    starts_at: 'timestamptz',
    is_open_ended: 'boolean',
    time_zone: 'text',
    creator: text<ReservationExplanation['creator']>(),
    created_by: 'text?',
    override_reason: 'text?',
    cancel_reason: 'text?',
    rule_set: orNull(json<NonNullable<ReservationExplanation['rule_set']>>()),
    events: json<ReservationExplanation['events']>(),
    billed: json<{ starts_at: string; ends_at: string; invoice_id: string }[]>(),
  },
  `select r.terms_version, r.starts_at, r.ends_at is null and r.status = 'ACTIVE' as is_open_ended, l.time_zone,
       case when r.created_by_user_id = r.user_id then 'DRIVER' else 'STAFF' end as creator,
       case when $2 and r.created_by_user_id <> r.user_id then nullif(concat_ws(' ', c.first_name, c.last_name), '') end as created_by,
       case when $2 then r.override_reason end as override_reason, r.cancel_reason,
       case when rs.id is not null then jsonb_build_object('id', rs.id, 'name', rs.name, 'version', rv.version, 'rules', rv.rules) end as rule_set,
       (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'reason', e.reason, 'details', e.details,
           'actor', case when e.actor_user_id is null then 'SYSTEM' when e.actor_user_id = r.user_id then 'DRIVER' else 'STAFF' end,
           'by', case when $2 and e.actor_user_id <> r.user_id then nullif(concat_ws(' ', a.first_name, a.last_name), '') end)
           order by e.at, e.id), '[]')
         from reservation_events e left join users a on a.id = e.actor_user_id
         where e.reservation_id = r.id and e.lot_id = r.lot_id) as events,
       (select coalesce(jsonb_agg(jsonb_build_object('starts_at', i.period_starts_at, 'ends_at', i.period_ends_at, 'invoice_id', i.id)
           order by i.period_starts_at), '[]')
         from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id and i.period_ends_at is not null) as billed
     from reservations r join lots l on l.id = r.lot_id join users c on c.id = r.created_by_user_id
       left join rule_sets rs on rs.id = r.rule_set_id and rs.lot_id = r.lot_id
       left join rule_set_versions rv on rv.rule_set_id = r.rule_set_id and rv.version = r.rule_set_version and rv.lot_id = r.lot_id
     where r.id = $1`,
)

/** Returns the terms under which a reservation was made and its changes since. Drivers see no names but their own. */
export async function getExplanation(
  pool: pg.Pool,
  reservation_id: string,
  asStaff: boolean,
): Promise<ReservationExplanation> {
  const rows = await query(pool, explanationRows, [reservation_id, asStaff])
  const [row] = rows
  if (!row) throw new Error(`There is no reservation ${reservation_id}.`)
  const { time_zone, starts_at, is_open_ended, billed, ...explanation } = row
  const first = minutesOf(starts_at)
  const month = (index: number) => isoOf(plusLocalMonths(time_zone, first, index))
  const next = { starts_at: month(billed.length), ends_at: month(billed.length + 1), invoice_id: null }
  return { ...explanation, periods: is_open_ended ? [...billed, next] : billed }
}
