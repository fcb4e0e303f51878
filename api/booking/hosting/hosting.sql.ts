import type { HostedReservation } from '@openspot/contract/booking/hosting.ts'
import type { SpotType } from '@openspot/core/enums.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`

/** A reservation of someone else on a spot `s` of host `h`, as the lot may see its driver at $2. */
const hosted = (host: string) => `json_build_object('id', r.id,
    'name', (select v.name from visible_person(r.lot_id, r.user_id, $2::timestamptz, ${GUEST_DAYS}) v),
    'plate', (select p.plate from plate_of_reservation(r.lot_id, r.id, r.car_id, least(r.ends_at, $2::timestamptz)) p),
    'starts_at', ${utc('r.starts_at')}, 'ends_at', ${utc('r.ends_at')},
    'earns_cents', (select coalesce(sum(e.amount_cents), 0)::int from invoices i
      join earnings e on e.source_id = i.id and e.lot_id = i.lot_id and e.payee_kind = 'HOST' and e.user_id = ${host}
      where i.reservation_id = r.id and i.lot_id = r.lot_id))`
const onSpot = `from reservations r where r.spot_id = s.id and r.lot_id = s.lot_id and r.status in ('PENDING', 'ACTIVE')`
/**
 * Selects the reservation of someone else who is there now. Reservations of a spot don't overlap, so only the one that began last can be, and `reservations_spot` finds it
 * without the ones before.
 */
const ofOthersNow = `from (select r.* ${onSpot} and r.starts_at <= $2::timestamptz order by r.starts_at desc limit 1) r
    where r.user_id <> $1 and (r.ends_at is null or r.ends_at > $2)`
const ofOthersNext = `${onSpot} and r.user_id <> $1 and r.starts_at > $2::timestamptz order by r.starts_at`

const mySpots = statement(
  'list_my_spots',
  {
    id: 'uuid',
    label: 'text',
    type: 'spots.type',
    level: 'smallint',
    zone_id: 'uuid?',
    assigned_user_id: 'uuid?',
    assigned_group_id: 'uuid?',
    lot_id: 'uuid',
    lot_name: 'text',
    public_id: 'text',
    time_zone: 'text',
    min_notice_minutes: 'integer',
    current: orNull(json<HostedReservation>('json')),
    next: orNull(json<HostedReservation>('json')),
  },
  `with mine as materialized (
     select s.id, s.lot_id from spots s where s.assigned_user_id = $1::uuid and s.deleted_at is null
     union all
     select s.id, s.lot_id from memberships m join spots s on s.assigned_group_id = m.group_id and s.lot_id = m.lot_id
       where m.user_id = $1 and m.status = 'ACTIVE' and m.group_id is not null and s.deleted_at is null)
   select s.id, s.label, s.type, s.level, s.zone_id, s.assigned_user_id, s.assigned_group_id, s.lot_id, lot_text('name', l.name, l.language, l.texts, (select u.language from users u where u.id = $1)) as lot_name, l.public_id, l.time_zone, s.min_notice_minutes,
     case when s.assigned_user_id = $1 then (select ${hosted('$1')} ${ofOthersNow}) end as current,
     case when s.assigned_user_id = $1 then (select ${hosted('$1')} ${ofOthersNext} limit 1) end as next
   from mine join spots s on s.id = mine.id and s.lot_id = mine.lot_id join lots l on l.id = s.lot_id
   where $3::uuid is null or s.id = $3 order by l.name, s.spot_no limit 200`,
)
export type MySpotRow = NonNullable<(typeof mySpots)['row']>

/** Returns the spots that are assigned to a person or to their groups, or one of them. */
export function listMySpots(
  pool: pg.Pool,
  user_id: string,
  now: Date,
  spot_id: string | null = null,
): Promise<MySpotRow[]> {
  return queryPrepared(pool, mySpots, [user_id, now.toISOString(), spot_id])
}

const hostedReservations = statement(
  'list_hosted_reservations',
  { reservation: json<HostedReservation>('json') },
  `select ${hosted('$1')} as reservation from spots s
     cross join lateral ((select r.* ${ofOthersNow}) union all (select r.* ${ofOthersNext} limit 50)) r
   where s.id = $3::uuid and s.assigned_user_id = $1::uuid order by r.starts_at limit 50`,
)

/** Returns the current and upcoming reservations of others on a host's spot, earliest first. */
export async function listHostedReservations(
  pool: pg.Pool,
  user_id: string,
  now: Date,
  spot_id: string,
): Promise<HostedReservation[]> {
  const rows = await queryPrepared(pool, hostedReservations, [user_id, now.toISOString(), spot_id])
  return rows.map((row) => row.reservation)
}

const similarPrices = statement(
  'list_similar_prices',
  {
    unit: 'text',
    reservation_count: 'integer',
    driver_count: 'integer',
    low_cents: 'integer',
    median_cents: 'integer',
    high_cents: 'integer',
  },
  `with recent as materialized (
     select r.id, r.lot_id, r.user_id, extract(epoch from r.ends_at - r.starts_at) / 3600 as hours
     from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id and s.type = $2::spot_type
     where r.lot_id = $1::uuid and r.starts_at > $3::timestamptz - interval '90 days' and r.starts_at <= $3
       and r.status = 'ACTIVE' and r.ends_at <= $3 order by r.starts_at desc limit 2000),
   paid as (
     select r.user_id, case when r.hours <= 24 then 'HOUR' else 'DAY' end as unit,
       (p.cents / case when r.hours <= 24 then r.hours else r.hours / 24 end)::int as per_unit
     from recent r cross join lateral (
       select sum((i.paid_cents - i.refunded_cents)::numeric * (i.total_cents - i.service_fee_cents) / greatest(i.total_cents, 1)) as cents
       from invoices i where i.reservation_id = r.id and i.lot_id = r.lot_id) p
     where p.cents > 0 and r.hours <= 672)
   select unit, count(*)::int as reservation_count, count(distinct user_id)::int as driver_count,
     percentile_disc(0.25) within group (order by per_unit) as low_cents,
     percentile_disc(0.5) within group (order by per_unit) as median_cents,
     percentile_disc(0.75) within group (order by per_unit) as high_cents
   from paid group by unit`,
)

/** Returns what drivers paid per hour and day, without fees, for spots of a type in the last 90 days. */
export function listSimilarPrices(pool: pg.Pool, lot_id: string, type: SpotType, now: Date) {
  return queryPrepared(pool, similarPrices, [lot_id, type, now.toISOString()])
}

const bookedTime = statement(
  'get_booked_time',
  {
    spot_minutes: 'integer',
    booked_minutes: 'integer',
    reservation_count: 'integer',
    driver_count: 'integer',
  },
  `with same_type as materialized (
     select s.id from spots s where s.lot_id = $1::uuid and s.type = $2::spot_type and s.deleted_at is null),
   booked as (
     select r.user_id, extract(epoch from least(coalesce(r.ends_at, $3::timestamptz), $3) - r.starts_at) / 60 as minutes
     from reservations r join same_type s on s.id = r.spot_id
     where r.lot_id = $1 and r.starts_at > $3 - interval '14 days' and r.starts_at <= $3 and r.status = 'ACTIVE')
   select (select count(*) from same_type)::int * 14 * 1440 as spot_minutes, coalesce(sum(b.minutes), 0)::int as booked_minutes,
     count(*)::int as reservation_count, count(distinct b.user_id)::int as driver_count
   from booked b`,
)

/** Returns for how long the spots of a type were booked in the last 14 days, from reservations that began in them. */
export async function getBookedTime(pool: pg.Pool, of: { lot_id: string; type: SpotType; now: Date }) {
  const [row] = await queryPrepared(pool, bookedTime, [of.lot_id, of.type, of.now.toISOString()])
  return row ?? { spot_minutes: 0, booked_minutes: 0, reservation_count: 0, driver_count: 0 }
}

export async function getHostShare(db: Db, lot_id: string): Promise<number> {
  const row = await db
    .selectFrom('lots')
    .select('host_share_bps')
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  return row.host_share_bps
}
