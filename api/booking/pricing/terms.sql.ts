import type { CalendarPrice } from '@openspot/core/prices/calendar-prices.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import type { Recurrence } from '@openspot/core/recurrence/recurrence.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { type LotRow, lotColumns, lotShape } from '../../lots/lots/lots.sql.ts'
import { holding } from '../occupancy/holding.sql.ts'

/** The columns of `spotTerms`. */
export const spotTermsShape = {
  id: 'uuid',
  spot_no: 'smallint',
  label: 'text',
  type: 'spots.type',
  features: 'spots.features',
  level: 'smallint',
  zone_id: 'uuid?',
  assigned_user_id: 'uuid?',
  rates: json<QuoteRates>(),
  zone_rates: orNull(json<QuoteRates>()),
  /** The assignee's own rates, each while its availability rule opens the spot. */
  host_rates: json<(Recurrence & { id: string; rates: QuoteRates })[]>(),
  /** The minimum and maximum charge; null for those of the lot. */
  min_reservation_price: 'integer?',
  max_reservation_price: 'integer?',
  /** How long before its start others must book it. */
  min_notice_minutes: 'integer',
} as const

/** A spot as prices and rules see it. */
export type SpotTerms = RowOf<typeof spotTermsShape>

export interface HeldReservation {
  id: string
  starts_at: string
  ends_at: string | null
}

/** Everything that a price and a permission depend on, except the reservation itself. */
export interface Terms {
  lot: LotRow
  calendar_prices: CalendarPrice[]
  /** The rule set that applies to this person in the lot, if any. */
  rule_set: { id: string; name: string; version: number; rules: Rules } | null
  /**
   * The scope in which reservations are counted (a person or a group), the version of its count, and its reservations.
   */
  limit_scope: string
  limit_scope_version: number
  held: HeldReservation[]
}

export const ratesJson = (of: string) => `jsonb_build_object(
  'half_hour_cents', ${of}.half_hour_cents, 'hour_cents', ${of}.hour_cents, 'day_cents', ${of}.day_cents, 'month_cents', ${of}.month_cents)`

const recurrenceJson = (
  of: string,
) => `'id', ${of}.id, 'starts_at', ${of}.starts_at, 'ends_at', ${of}.ends_at,
  'repeat_frequency', ${of}.repeat_frequency, 'weekdays', ${of}.weekdays, 'until_on', ${of}.until_on`

/** SQL for the calendar prices of a lot that may apply in an interval: repeating ones, and those that overlap it. */
export const calendarPricesJson = (lot: string, from: string, to: string) => `(
  select coalesce(jsonb_agg(jsonb_build_object(${recurrenceJson('c')}, 'name', c.name, 'percent_bps', c.percent_bps,
    'amount_cents', c.amount_cents, 'units', c.units, 'zone_ids', c.zone_ids) order by c.id), '[]')
  from calendar_prices c where c.lot_id = ${lot} and c.deleted_at is null and c.is_published
    and c.starts_at < ${to} and (c.repeat_frequency <> 'NEVER' or c.ends_at > ${from}))`

/** SQL that joins the rule set of a person in a lot: their group's, otherwise the lot's default. */
export const ruleSetOf = (lot: string, user: string) => `
  left join memberships m on m.lot_id = ${lot} and m.user_id = ${user} and m.status = 'ACTIVE'
  left join groups g on g.id = m.group_id and g.lot_id = ${lot} and g.deleted_at is null
  left join rule_sets rs on rs.lot_id = ${lot} and rs.deleted_at is null
    and case when g.rule_set_id is null then rs.is_default else rs.id = g.rule_set_id end
  left join rule_set_versions rv on rv.rule_set_id = rs.id and rv.version = rs.version and rv.lot_id = ${lot}`

export const ruleSetJson = `case when rs.id is not null then
  jsonb_build_object('id', rs.id, 'name', rs.name, 'version', rs.version, 'rules', rv.rules) end`

/**
 * SQL for the reservations that rules count for a person, or for their whole group (as `ruleSetOf` names it), that end
 * after an instant.
 */
export const heldJson = (of: { lot: string; user: string; after: string; except: string }) => `(
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'starts_at', r.starts_at, 'ends_at', r.ends_at)), '[]')
  from reservations r
  where rs.id is not null and r.lot_id = ${of.lot} and r.status in ${holding}
    and (r.ends_at is null or r.ends_at > ${of.after} - interval '32 days')
    and r.user_id in (select ${of.user} union select o.user_id from memberships o
      where o.lot_id = ${of.lot} and o.group_id = g.id and o.status = 'ACTIVE')
    and r.id is distinct from ${of.except} and r.changes_id is null)`

const termsOfLot = statement(
  'get_terms',
  {
    ...lotShape,
    calendar_prices: json<Terms['calendar_prices']>(),
    rule_set: orNull(json<NonNullable<Terms['rule_set']>>()),
    limit_scope: 'text',
    limit_scope_version: 'integer',
    held: json<HeldReservation[]>(),
  },
  `select ${lotColumns}, ${calendarPricesJson('l.id', '$4::timestamptz', `coalesce($5::timestamptz, $4::timestamptz + interval '32 days') + interval '1 day'`)} as calendar_prices,
     ${ruleSetJson} as rule_set, h.limit_scope, coalesce(hv.version, 0) as limit_scope_version,
     ${heldJson({ lot: 'l.id', user: '$2::uuid', after: 'least($3::timestamptz, $4::timestamptz)', except: '$6::uuid' })} as held
   from lots l ${ruleSetOf('l.id', '$2::uuid')}
     cross join lateral (select case when g.id is null then 'user:' || coalesce($2::uuid, l.id) else 'group:' || g.id end as limit_scope) h
     left join limit_scopes hv on hv.lot_id = l.id and hv.limit_scope = h.limit_scope
   where l.id = $1`,
)

/**
 * Returns the terms of a lot for a person's reservation. `except` is their reservation to be changed, which does not
 * count.
 */
export async function getTerms(
  pool: pg.Pool,
  of: {
    lot_id: string
    user_id: string | null
    starts_at: string
    ends_at: string | null
    now: Date
    except?: string
  },
): Promise<Terms> {
  const [row] = await queryPrepared(pool, termsOfLot, [
    of.lot_id,
    of.user_id,
    of.now.toISOString(),
    of.starts_at,
    of.ends_at,
    of.except ?? null,
  ])
  if (!row) throw new Error(`There is no lot ${of.lot_id}.`)
  const { calendar_prices, rule_set, limit_scope, limit_scope_version, held, ...lot } = row
  return { lot, calendar_prices, rule_set, limit_scope, limit_scope_version, held }
}

/** SQL for the rates that the assignee of a spot `s` set, each while its availability rule opens the spot. */
export const hostRatesJson = `case when s.assigned_user_id is null then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object(${recurrenceJson('w')}, 'rates', ${ratesJson('w')}) order by w.created_at), '[]')
    from availability w where w.spot_id = s.id and w.lot_id = s.lot_id and w.kind = 'OPEN'
      and num_nonnulls(w.half_hour_cents, w.hour_cents, w.day_cents, w.month_cents) > 0) end`

export const spotTerms = `s.id, s.spot_no, s.label, s.type, s.features, s.level, s.zone_id, s.assigned_user_id, ${ratesJson('s')} as rates,
  case when z.id is not null then ${ratesJson('z')} end as zone_rates, ${hostRatesJson} as host_rates,
  s.min_reservation_price, s.max_reservation_price, s.min_notice_minutes`

const spotTermsWhere = (label: string, where: string) =>
  statement(
    label,
    spotTermsShape,
    `select ${spotTerms} from spots s left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id and z.deleted_at is null
     where s.lot_id = $1 and s.deleted_at is null ${where} order by s.spot_no`,
  )
const namedSpotTerms = spotTermsWhere('named_spot_terms', 'and s.id = any($2::uuid[])')
const lotSpotTerms = spotTermsWhere('lot_spot_terms', '')

/** Returns the spots of a lot as prices and rules see them: the given ones, or all. */
export function listSpotTerms(
  pool: pg.Pool,
  lot_id: string,
  spot_ids: string[] | null,
): Promise<SpotTerms[]> {
  return spot_ids
    ? queryPrepared(pool, namedSpotTerms, [lot_id, spot_ids])
    : queryPrepared(pool, lotSpotTerms, [lot_id])
}
