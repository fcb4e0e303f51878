import { type AvailabilityRule, closedSpans } from '@openspot/core/availability/availability.ts'
import { clipSpans, mergeSpans, type Span } from '@openspot/core/recurrence/recurrence.ts'
import { MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import type { Queryable } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { AppDeps } from '../../app/app.ts'
import { endless } from '../../booking/occupancy/times.rules.ts'
import { type HoldResult, holdSpot } from '../../booking/reservations/hold.sql.ts'

type WithDeps = { deps: Pick<AppDeps, 'database' | 'ports'> }

/** Inserts a reservation without price or payment. */
export async function aReservation(
  api: WithDeps,
  reservation: Pick<Insertable<DB['reservations']>, 'lot_id' | 'spot_id' | 'user_id' | 'starts_at'> &
    Partial<Insertable<DB['reservations']>>,
): Promise<string> {
  const now = api.deps.ports.now().toISOString()
  const { id } = await api.deps.database.db
    .insertInto('reservations')
    .values({
      status: 'ACTIVE',
      currency: 'USD',
      total_cents: 0,
      terms_version: 1,
      cancel_until_at: reservation.starts_at,
      created_at: now,
      created_by_user_id: reservation.user_id,
      ...reservation,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts an availability rule without materializing its closures. */
export async function anAvailabilityRule(
  api: WithDeps,
  rule: Pick<Insertable<DB['availability']>, 'lot_id' | 'kind' | 'starts_at' | 'created_by_user_id'> &
    Partial<Insertable<DB['availability']>>,
): Promise<string> {
  const { id } = await api.deps.database.db
    .insertInto('availability')
    .values({ created_at: api.deps.ports.now().toISOString(), ...rule })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const spanOf = (row: { starts_min: number; ends_min: number }): Span => ({
  from: row.starts_min,
  to: row.ends_min >= endless ? Number.POSITIVE_INFINITY : row.ends_min,
})

/** Returns when a spot is closed for search and booking, in order. */
export async function closedRows(api: WithDeps, spot_id: string): Promise<Span[]> {
  const { rows } = await api.deps.database.pool.query<{ starts_min: number; ends_min: number }>(
    `select o.starts_min, o.ends_min from occupancy o join spots s on s.lot_id = o.lot_id and s.spot_no = o.spot_no
     where s.id = $1 and o.reservation_id is null order by o.starts_min`,
    [spot_id],
  )
  return rows.map(spanOf)
}

interface SpotRow {
  id: string
  time_zone: string
  is_assigned: boolean
  availability_rules: AvailabilityRule[]
  closed: { starts_min: number; ends_min: number }[]
}

/** How many days ahead everything must be materialized: the horizon, less a month without the nightly job. */
const exactDays = 400

/**
 * Returns the spots whose materialized closures differ from their availability rules from now on. It shares only the
 * expansion of repeats with the product (core/availability, which has its own tests).
 */
export async function brokenCalendars(api: WithDeps): Promise<string[]> {
  const now = Math.floor(api.deps.ports.now().getTime() / 60_000)
  const until = now + exactDays * MINUTES_PER_DAY
  const { rows } = await api.deps.database.pool.query<SpotRow>(
    // Grouped once, because a lookup for each spot scans tables that were just filled and have no statistics yet.
    `with closures as materialized (
       select lot_id, spot_no, jsonb_agg(to_jsonb(o) order by starts_min) as closed from occupancy o
       where reservation_id is null group by lot_id, spot_no)
     select s.id, l.time_zone, num_nonnulls(s.assigned_user_id, s.assigned_group_id) > 0 as is_assigned,
       (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from availability w where w.lot_id = s.lot_id
         and (w.spot_id = s.id or w.spot_id is null and (w.zone_id is null or w.zone_id = s.zone_id))) as availability_rules,
       coalesce(c.closed, '[]') as closed
     from spots s join lots l on l.id = s.lot_id left join closures c on c.lot_id = s.lot_id and c.spot_no = s.spot_no
     where s.deleted_at is null`,
  )
  return rows.filter((row) => isBroken(row, now, until)).map(({ id }) => id)
}

function isBroken({ time_zone, closed, ...spot }: SpotRow, now: number, until: number): boolean {
  const rows = closed.map(spanOf)
  const wanted = closedSpans(time_zone, spot, now, until)
  const isSame = JSON.stringify(clipSpans(rows, now, until)) === JSON.stringify(wanted)
  const isPlain = JSON.stringify(mergeSpans(rows)) === JSON.stringify(rows)
  const repeats = spot.availability_rules.some(
    (rule) => rule.repeat_frequency !== 'NEVER' && rule.until_on === null,
  )
  const endsClosed = rows.at(-1)?.to === Number.POSITIVE_INFINITY
  const mustEndClosed = repeats || closedSpans(time_zone, only(spot), until, until + 1).length > 0
  return !isSame || !isPlain || (mustEndClosed && !endsClosed)
}

/** Only availability rules without a repeat can be endless. */
const only = (spot: Pick<SpotRow, 'is_assigned' | 'availability_rules'>) => ({
  ...spot,
  availability_rules: spot.availability_rules.filter(({ ends_at }) => ends_at === null),
})

/** Holds a spot in one step, as bookings, staff reservations, extensions, and offers do. Returns the outcome. */
export async function takeSpot(
  api: WithDeps,
  reservation: {
    lot_id: string
    spot_id: string
    user_id: string
    starts_at: string
    ends_at: string | null
  },
  on: Queryable = api.deps.database.pool,
): Promise<HoldResult> {
  const { ports } = api.deps
  return holdSpot(on, ports.now(), {
    ...reservation,
    reservation_id: ports.id(),
    invoice_id: ports.id(),
    payment_id: null,
    session_id: null,
    idempotency_key: null,
    car_id: null,
    status: 'PENDING',
    is_flexible: false,
    rule_set_id: null,
    rule_set_version: null,
    limit_scope: null,
    limit_scope_version: null,
    price_terms: null,
    payment_method_id: null,
    total_cents: 0,
    service_fee_cents: 0,
    lines: [],
  })
}
