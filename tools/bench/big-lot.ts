import type pg from 'pg'
import { kinds, type Size } from './size.ts'

export const BIG_LOT_SPOTS = 1000

/** The number of the lot whose monitor is measured; it comes after the loaded ones. */
export const bigLotOf = (size: Size): number => size.lots

/**
 * Adds a lot with 1,000 spots, most of which are reserved now and again later, far from all searches. The first user is its admin.
 * Triggers are off, as while the database was filled.
 */
export async function makeBigLot(client: pg.Client, size: Size): Promise<void> {
  const lot = `bench_id(${kinds.lot}, ${bigLotOf(size)})`
  const user = `bench_id(${kinds.user}, n % ${size.users})`
  await client.query(`begin; set local session_replication_role = replica;
    insert into lots (id, public_id, name, street, city, lat, lng, time_zone, min_reservation_price, half_hour_cents, hour_cents, day_cents,
        month_cents, service_fee_cents, spot_count, created_at)
      values (${lot}, 'bench' || repeat('9', 20), 'Big lot', '1 Main St', 'Far', 64, -150, 'America/Anchorage', 200, 100, 200, 2000, 20000, 99,
        ${BIG_LOT_SPOTS}, now());
    insert into memberships (id, lot_id, user_id, role, status)
      values (bench_id(${kinds.membership}, ${size.lots} * 10), ${lot}, bench_id(${kinds.user}, 0), 'ADMIN', 'ACTIVE');
    insert into spots (id, lot_id, spot_no, label, created_at)
      select bench_id(${kinds.spot}, ${size.spots} + n), ${lot}, n + 1, 'A' || (n + 1), now() from generate_series(0, ${BIG_LOT_SPOTS - 1}) n;
    insert into reservations (id, lot_id, spot_id, user_id, car_id, status, starts_at, ends_at, currency, total_cents, terms_version, cancel_until_at,
        created_at, created_by_user_id, confirmed_at)
      select bench_id(${kinds.reservation}, ${size.reservations} + n * 2 + part), ${lot}, bench_id(${kinds.spot}, ${size.spots} + n), ${user},
        bench_id(${kinds.car}, n % ${size.users}), 'ACTIVE', date_trunc('hour', now()) + part * interval '5 hours',
        date_trunc('hour', now()) + part * interval '5 hours' + interval '4 hours', 'USD', 899, 1, now(), now(), ${user}, now()
      from generate_series(0, ${BIG_LOT_SPOTS - 1}) n, generate_series(0, 1) part where n % 10 > 0;
    insert into occupancy (lot_id, spot_no, starts_min, ends_min, reservation_id)
      select r.lot_id, s.spot_no, minutes_of(r.starts_at), minutes_of(r.ends_at), r.id
      from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id where r.lot_id = ${lot};
    commit; analyze lots, spots, reservations, occupancy, memberships`)
}
