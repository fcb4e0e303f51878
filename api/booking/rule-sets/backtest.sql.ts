import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import { query, queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import {
  calendarPricesJson,
  type SpotTerms,
  spotTerms,
  spotTermsShape,
  type Terms,
} from '../pricing/terms.sql.ts'

/** A change of a reservation after it was booked, with the values before and after. */
export interface ReservationEvent {
  at: string
  from: { spot_id?: string; starts_at?: string; ends_at?: string | null }
  to: { starts_at?: string; ends_at?: string | null }
}

const pastReservationShape = {
  reservation_id: 'uuid',
  user_id: 'uuid',
  driver: 'text?',
  spot_id: 'uuid',
  status: 'reservations.status',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz?',
  created_at: 'timestamptz',
  confirmed_at: 'timestamptz?',
  canceled_at: 'timestamptz?',
  hold_expires_at: 'timestamptz?',
  /** It continues as a reservation on another spot. */
  is_part: 'boolean',
  is_override: 'boolean',
  is_by_staff: 'boolean',
  terms_version: 'integer',
  rule_set_id: 'uuid?',
  rule_set_version: 'integer?',
  group_id: 'uuid?',
  group_rule_set_id: 'uuid?',
  /** When the person, or a member of their group, last joined or left. */
  members_changed_at: 'timestamptz?',
  /** The amount first charged in minor units, without later corrections. */
  charged_cents: 'integer',
  /** Staff set the price. */
  is_staff_price: 'boolean',
  events: orNull(json<ReservationEvent[]>()),
} as const

/** A reservation as it is now, with what is needed to reconstruct how it was booked. */
export type PastReservation = RowOf<typeof pastReservationShape>

const pastStays = statement(
  'list_past_stays',
  pastReservationShape,
  `select r.id as reservation_id, r.user_id, r.spot_id, r.status, r.starts_at, r.ends_at, r.created_at, r.confirmed_at,
       r.canceled_at, r.hold_expires_at, r.continues_id is not null as is_part, r.override_reason is not null as is_override,
       r.created_by_user_id <> r.user_id as is_by_staff, r.terms_version, r.rule_set_id, r.rule_set_version,
       u.name as driver,
       g.id as group_id, g.rule_set_id as group_rule_set_id,
       coalesce((select max(o.changed_at) from memberships o where o.lot_id = r.lot_id and o.group_id = g.id), m.changed_at)
         as members_changed_at,
       case when r.status = 'MERGED' then r.total_cents else coalesce(i.cents, r.total_cents) end as charged_cents,
       coalesce(i.is_staff_price, false) as is_staff_price,
       (select jsonb_agg(jsonb_build_object('at', e.at, 'to', coalesce(e.details -> 'to', '{}'),
           'from', coalesce(e.details -> 'from', jsonb_build_object('spot_id', e.details -> 'from_spot_id'))) order by e.at, e.id)
         from reservation_events e where e.reservation_id = r.id and e.lot_id = r.lot_id) as events
     from reservations r cross join lateral visible_person(r.lot_id, r.user_id, $3::timestamptz, ${GUEST_DAYS}) u
       left join memberships m on m.lot_id = r.lot_id and m.user_id = r.user_id and m.status = 'ACTIVE'
       left join groups g on g.id = m.group_id and g.lot_id = r.lot_id and g.deleted_at is null
       left join lateral (
         select i.number, (sum(l.amount_cents) filter (where l.kind not in ('PRICE_CHANGE', 'CORRECTION')))::int as cents,
           bool_or(l.kind = 'STAFF_PRICE') as is_staff_price
         from invoices i left join invoice_lines l on l.invoice_id = i.id and l.lot_id = i.lot_id
         where i.lot_id = r.lot_id and i.reservation_id = coalesce(r.merged_into_id, r.id)
         group by i.id, i.number, i.created_at, i.total_cents
         order by i.created_at = r.created_at desc, r.status = 'MERGED' and i.total_cents = r.total_cents desc, i.number
         limit 1) i on true
     where r.lot_id = $1 and r.changes_id is null and r.created_at <= $3::timestamptz
       and (r.created_at >= $2::timestamptz or (
         (r.ends_at is null or r.ends_at > $2::timestamptz - interval '32 days')
         and (r.canceled_at is null or r.canceled_at > $2::timestamptz)))
     order by r.created_at, i.number`,
)

/**
 * Returns the reservations of a lot made since an instant, and earlier ones that may still have counted then, in the
 * order of creation. Additions by changes are left out. The invoice of a merged reservation belongs to the one that it
 * was merged into.
 */
export function listPastReservations(
  pool: pg.Pool,
  lot_id: string,
  since: Date,
  now: Date,
): Promise<PastReservation[]> {
  return queryPrepared(pool, pastStays, [lot_id, since.toISOString(), now.toISOString()])
}

const pastSpotTerms = statement(
  'past_spot_terms',
  spotTermsShape,
  `select ${spotTerms} from spots s left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id and z.deleted_at is null
   where s.lot_id = $1`,
)

/** Returns the spots as prices and rules see them today, including deleted ones. */
export const listPastSpotTerms = (pool: pg.Pool, lot_id: string): Promise<SpotTerms[]> =>
  queryPrepared(pool, pastSpotTerms, [lot_id])

const rulesInForce = statement(
  'list_rules_in_force',
  { id: 'uuid', version: 'integer', is_default: 'boolean', rules: json<Rules>() },
  `select rs.id, rs.version, rs.is_default, rv.rules from rule_sets rs
     join rule_set_versions rv on rv.rule_set_id = rs.id and rv.version = rs.version and rv.lot_id = rs.lot_id
   where rs.lot_id = $1 and rs.deleted_at is null`,
)

/** Returns the current version of each rule set of a lot. */
export const listRulesInForce = (pool: pg.Pool, lot_id: string) => query(pool, rulesInForce, [lot_id])

const publishedPrices = statement(
  'list_published_prices',
  { prices: json<Terms['calendar_prices']>() },
  `select ${calendarPricesJson('$1', '$2::timestamptz', `'infinity'`)} as prices`,
)

/** Returns the published calendar prices of a lot that may apply from an instant on. */
export async function listPublishedPrices(
  pool: pg.Pool,
  lot_id: string,
  from: string,
): Promise<Terms['calendar_prices']> {
  const rows = await query(pool, publishedPrices, [lot_id, from])
  return rows[0]?.prices ?? []
}
