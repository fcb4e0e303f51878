import type pg from 'pg'
import { later, putOff } from './indexes.ts'
import {
  citySpan,
  firstMoment,
  freeLotEvery,
  kinds,
  loadedDays,
  longSpotEvery,
  lotsPerCity,
  reservationsPerSpot,
  type Size,
  spotsPerLot,
} from './size.ts'

/** Scatters reservations over spots, so that adjacent rows in the table belong to different lots, as in production. */
const scatter = 7919

/**
 * Fills the database. Triggers are off during the load, which is a single transaction, so `spot_count` and `occupancy`
 * are written here from the same numbers; the indexes of large tables are created afterward.
 */
export async function fill(
  client: pg.Client,
  size: Size,
  base: Date,
  seed: number,
  print: (line: string) => void,
): Promise<void> {
  const started = performance.now()
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '768MB';
    set synchronous_commit = off; set work_mem = '128MB'`)
  await client.query(helpers)
  const postponed = await putOff(client, [
    'users',
    'sessions',
    'spots',
    'reservations',
    'invoices',
    'payments',
  ])
  for (const [table, statement] of Object.entries(rows(size, base.toISOString(), seed))) {
    const { rowCount } = await client.query(statement)
    print(`${table}: ${rowCount} rows (${seconds(started)} s)`)
  }
  await later(client, postponed)
  print(`indexes created (${seconds(started)} s)`)
  // VACUUM sets the visibility map that index-only scans need; in production autovacuum does this.
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  print(`vacuumed and analyzed (${seconds(started)} s)`)
}

const seconds = (started: number) => ((performance.now() - started) / 1000).toFixed(0)

const helpers = `
  create function bench_id(kind integer, n bigint) returns uuid language sql immutable parallel safe
    return (lpad(to_hex(${firstMoment} + n), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8000000000000000')::uuid;
  -- From 0 to below 1, the same for the same number.
  create function bench_chance(n bigint, salt bigint) returns float8 language sql immutable parallel safe
    return (hashint8extended(n, salt) & 1099511627775)::float8 / 1099511627776`

function rows(size: Size, base: string, seed: number): Record<string, string> {
  const random = (n: string, salt: number) => `bench_chance(${n}, ${seed * 100 + salt})`
  const at = `'${base}'::timestamptz`
  const slot = (loadedDays * 48) / reservationsPerSpot
  const free = `n % ${freeLotEvery} = 0`
  const rate = (least: number, more: number, salt: number) =>
    `case when ${free} then 0 else (${least} + floor(${random('n', salt)} * ${more}) * 10)::int end`
  return {
    users: `insert into users (id, email, email_verified_at, first_name, last_name, account_status, source, created_at)
      select bench_id(${kinds.user}, n), 'person' || n || '@bench.example', ${at}, 'Person', 'No ' || n, 'ACTIVE', 'ORGANIC', ${at}
      from generate_series(0, ${size.users - 1}) n`,
    sessions: `insert into sessions (id, token_hash, user_id, signed_in_at, expires_at)
      select bench_id(${kinds.session}, n), sha256(('bench-' || n)::bytea), bench_id(${kinds.user}, n), ${at}, ${at} + interval '1 year'
      from generate_series(0, ${size.users - 1}) n`,
    cars: `insert into cars (id, user_id, plate, plate_normalized, created_at)
      select bench_id(${kinds.car}, n), bench_id(${kinds.user}, n), 'B' || n, 'B' || n, ${at} from generate_series(0, ${size.users - 1}) n`,
    // A wide row: rates, an outline, and an address, as in an imported lot.
    lots: `insert into lots (id, public_id, name, street, city, lat, lng, boundary, time_zone, min_reservation_price,
        half_hour_cents, hour_cents, day_cents, month_cents, service_fee_cents, spot_count, created_at)
      select bench_id(${kinds.lot}, n), 'bench' || lpad(n::text, 20, '0'), 'Lot ' || n, n || ' Main St', 'City ' || c, lat, lng,
        jsonb_build_array(jsonb_build_array(jsonb_build_array(lng, lat), jsonb_build_array(lng + 0.0005, lat),
          jsonb_build_array(lng + 0.0005, lat + 0.0005), jsonb_build_array(lng, lat + 0.0005), jsonb_build_array(lng, lat))),
        (array['America/Los_Angeles', 'America/Denver', 'America/Chicago', 'America/New_York'])[1 + c % 4],
        case when ${free} then 0 else 200 end,
        ${rate(50, 20, 1)}, ${rate(100, 60, 2)}, ${rate(1000, 200, 3)}, ${rate(15_000, 900, 4)},
        case when ${free} then 0 else 99 end, ${spotsPerLot}, ${at}
      from (
        select n, c, 25 + c / 10 * 2 + ${random('n', 5)} * ${citySpan} as lat,
          -120 + c % 10 * 4 + ${random('n', 6)} * ${citySpan} / cos(radians(25 + c / 10 * 2)) as lng
        from (select n, n / ${lotsPerCity} as c from generate_series(0, ${size.lots - 1}) n) l) l`,
    spots: `insert into spots (id, lot_id, spot_no, label, created_at)
      select bench_id(${kinds.spot}, n), bench_id(${kinds.lot}, n / ${spotsPerLot}), n % ${spotsPerLot} + 1, 'A' || (n % ${spotsPerLot} + 1), ${at}
      from generate_series(0, ${size.spots - 1}) n`,
    memberships: `insert into memberships (id, lot_id, user_id, role, status)
      select bench_id(${kinds.membership}, n * 10 + k), bench_id(${kinds.lot}, n), bench_id(${kinds.user}, (n * 7 + k * 13) % ${size.users}),
        case when k = 0 then 'ADMIN' else 'MEMBER' end::lot_role, 'ACTIVE'
      from generate_series(0, ${size.lots - 1}) n, generate_series(0, 9) k`,
    // On a half-hour grid; each reservation of a spot has a fifth of the days to itself, so none overlap.
    reservations: `insert into reservations (id, lot_id, spot_id, user_id, status, starts_at, ends_at, currency, total_cents,
        terms_version, cancel_until_at, created_at, created_by_user_id, confirmed_at)
      select bench_id(${kinds.reservation}, n), bench_id(${kinds.lot}, spot / ${spotsPerLot}), bench_id(${kinds.spot}, spot),
        bench_id(${kinds.user}, driver), status::reservation_status, starts,
        case when is_long and spot % 2 = 0 then null else starts + case when is_long then long else short end * interval '30 min' end,
        'USD', 899, 1, starts, ${at}, bench_id(${kinds.user}, driver), ${at}
      from (
        select *, ${at} + (part * ${slot} + floor(${random('n', 11)} * (${slot} - short))) * interval '30 min' as starts,
          (480 + floor(${random('n', 12)} * 8000))::int as long,
          case when is_long or ${random('n', 13)} < 0.64 then 'ACTIVE' when ${random('n', 13)} < 0.9 then 'CANCELED' else 'EXPIRED' end as status,
          floor(${random('n', 14)} * ${size.users})::bigint as driver
        from (
          select n, part, spot, part = ${reservationsPerSpot - 1} and (spot % ${spotsPerLot} + 1) % ${longSpotEvery} = 0 as is_long,
            case when ${random('n', 9)} < 0.5 then 2 + floor(${random('n', 10)} * 15) when ${random('n', 9)} < 0.8
              then 16 + floor(${random('n', 10)} * 33) else 48 + floor(${random('n', 10)} * 193) end::int as short
          from (
            select n, n / ${size.spots} as part, (n * ${scatter}) % ${size.spots} as spot
            from generate_series(0::bigint, ${size.reservations - 1}) n) numbered) drawn) stays`,
    occupancy: `insert into occupancy (lot_id, spot_no, starts_min, ends_min, reservation_id)
      select r.lot_id, s.spot_no, minutes_of(r.starts_at), minutes_of(r.ends_at), r.id
      from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id where holds_spot(r.status)`,
    // One reservation in five has an invoice.
    invoices: `insert into invoices (id, lot_id, reservation_id, user_id, status, currency, total_cents, paid_cents,
        service_fee_cents, platform_share_cents, payment_kind, created_at, paid_at)
      select bench_id(${kinds.invoice}, n), r.lot_id, r.id, r.user_id, 'PAID', 'USD', 899, 899, 99, 80, 'STRIPE', r.created_at, r.starts_at
      from generate_series(0::bigint, ${size.reservations - 1}, ${reservationsPerSpot}) n
        join reservations r on r.id = bench_id(${kinds.reservation}, n)`,
    invoice_lines: `insert into invoice_lines (invoice_id, lot_id, line_no, kind, unit, quantity, unit_cents, amount_cents)
      select i.id, i.lot_id, l.no, l.kind, l.unit, 1, l.cents, l.cents
      from invoices i, (values (1, 'PARKING', 'HOUR', 800), (2, 'SERVICE_FEE', null, 99)) l(no, kind, unit, cents)`,
    // Every tenth was refunded.
    refunds: `with back as (
        insert into refunds (id, lot_id, invoice_id, payment_id, status, amount_cents, reason, stripe_refund_id, created_at, settled_at)
        select bench_id(${kinds.refund}, i.number), i.lot_id, i.id, bench_id(${kinds.payment}, i.number), 'SUCCEEDED', 899, 'Cancelled', 're_bench_' || i.number, i.created_at, i.paid_at
        from invoices i where i.number % 10 = 0 returning invoice_id)
      update invoices i set status = 'REFUNDED', refunded_cents = 899 from back where i.id = back.invoice_id`,
    payments: `insert into payments (id, lot_id, invoice_id, status, currency, amount_cents, stripe_payment_intent_id, stripe_charge_id, created_at, settled_at)
      select bench_id(${kinds.payment}, i.number), i.lot_id, i.id, 'SUCCEEDED', 'USD', 899, 'pi_bench_' || i.number, 'ch_bench_' || i.number, i.created_at, i.paid_at
      from invoices i`,
  }
}
