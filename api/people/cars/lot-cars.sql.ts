import type { Car, LotCar } from '@openspot/contract/people/cars.ts'
import { lookAlikeKey, normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Db } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { sql } from 'kysely'
import { isHolding } from '../../booking/reservations/holding.sql.ts'
import { factColumns, factPairs } from './car-facts.sql.ts'

/** Whether a person acted on a reservation `r`: they booked it or accepted what staff created for them. */
const isOwnAct = sql`(r.created_by_user_id = r.user_id or r.accepted_at is not null)`

/**
 * The vehicles of a lot: those of members who asked for or accepted their membership, those on reservations that their
 * drivers booked or accepted, and those that staff recorded. A vehicle known only from past reservations has the plate
 * that it had at the end of the last one. A vehicle that staff removed returns once its owner books with it again.
 */
const carsOf = (lot_id: string, now: string) => sql`
  select c.id, c.user_id, k.plate, k.plate_normalized, k.region, ${sql.raw(factColumns('c'))}, c.valid_until, c.created_at,
    translate(k.plate_normalized, 'ODQILZSBG', '000112586') as look_alike_key, h.is_member, false as is_recorded_by_staff,
    h.known_since, h.known_until
  from cars c
    cross join lateral (
      select m.since is not null as is_member, least(m.since, s.since) as known_since,
        case when m.since is null then least(s.until, ${now}::timestamptz) else ${now}::timestamptz end as known_until
      from (select min(m.acted_at) as since from memberships m
          where m.lot_id = ${lot_id} and m.user_id = c.user_id and m.status = 'ACTIVE' and m.acted_at is not null) m
        cross join (select min(r.created_at) as since, max(coalesce(r.ends_at, 'infinity')) as until from reservations r
          where r.lot_id = ${lot_id} and r.car_id = c.id and r.status in ${isHolding} and ${isOwnAct}) s) h
    cross join lateral plate_at(c.id, h.known_until) k
  where c.deleted_at is null
    and (c.user_id in (select m.user_id from memberships m
        where m.lot_id = ${lot_id} and m.status = 'ACTIVE' and m.acted_at is not null)
      or c.id in (select r.car_id from reservations r
        where r.lot_id = ${lot_id} and r.car_id is not null and r.status in ${isHolding} and ${isOwnAct}))
    and not exists (select from car_removals x where x.lot_id = ${lot_id} and x.car_id = c.id
      and not exists (select from reservations r
        where r.lot_id = ${lot_id} and r.car_id = c.id and r.created_at >= x.removed_at))
  union all
  select n.id, n.user_id, n.plate, n.plate_normalized, n.region, ${sql.raw(factColumns('n'))}, n.valid_until, n.created_at,
    translate(n.plate_normalized, 'ODQILZSBG', '000112586'), true, true, n.created_at, ${now}::timestamptz
  from lot_car_notes n
  where n.lot_id = ${lot_id} and n.car_id is null and n.state = 'OPEN'
    and exists (select from memberships m where m.lot_id = n.lot_id and m.user_id = n.user_id and m.status = 'ACTIVE')`

/** Formats instants in JSON like all others, because the database has its own format there. */
const isoOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The staff record of the vehicle `c` in this lot, unless its owner has accepted it. */
const noteOf = (lot_id: string) => sql`(
  select json_build_object('id', n.id, 'plate', n.plate, 'region', n.region, ${sql.raw(factPairs('n'))},
    'valid_until', ${isoOf('n.valid_until')}, 'reason', n.reason, 'state', n.state,
    'created_at', ${isoOf('n.created_at')},
    'created_by', nullif(trim(concat_ws(' ', w.first_name, w.last_name)), ''))
  from lot_car_notes n join users w on w.id = n.created_by_user_id
  where n.lot_id = ${lot_id} and (n.car_id = c.id or n.id = c.id) and n.state in ('OPEN', 'DISMISSED')
  order by n.state, n.created_at desc limit 1)`

export interface LotCarsFilter {
  car_id?: string | undefined
  user_id?: string | undefined
  q?: string | undefined
  has_look_alikes?: boolean | undefined
}

/** Returns the vehicles of a lot by plate, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listLotCars(
  db: Db,
  lot_id: string,
  filter: LotCarsFilter,
  after: (string | number)[] | null,
  limit: number,
  now: string,
): Promise<LotCar[]> {
  const q = filter.q?.trim() ?? ''
  const plate = normalizePlate(q)
  const like = containing(q)
  const { rows } = await sql<LotCar>`
    with of_lot as materialized (${carsOf(lot_id, now)}),
    chosen as (
      select c.*, u.name as owner from of_lot c cross join lateral seen_person(${lot_id}, c.user_id, ${now}) u
      where (${filter.car_id ?? null}::uuid is null or c.id = ${filter.car_id ?? null}::uuid)
        and (${filter.user_id ?? null}::uuid is null or c.user_id = ${filter.user_id ?? null}::uuid)
        and (${q} = '' or u.name ilike ${like}
          or (${plate} <> '' and c.look_alike_key like ${`%${lookAlikeKey(plate)}%`})
          or (${plate} <> '' and exists (select from lot_car_notes n
            where n.lot_id = ${lot_id} and n.car_id = c.id and n.state = 'OPEN' and n.plate_normalized like ${`%${plate}%`}))
          or (${plate} <> '' and exists (select from car_plates p where p.car_id = c.id
            and p.replaced_at >= c.known_since and p.replaced_at <= c.known_until and p.plate_normalized like ${`%${plate}%`})))
        and (not ${filter.has_look_alikes ?? false}::boolean or exists (
          select from of_lot o where o.look_alike_key = c.look_alike_key and o.id <> c.id))
        and (${after === null} or (c.plate_normalized, c.id) > (${String(after?.[0] ?? '')},
          ${after === null ? null : String(after[1])}::uuid))
      order by c.plate_normalized, c.id limit ${limit + 1})
    select c.id, c.plate, c.plate_normalized, c.region, ${sql.raw(factColumns('c'))}, c.valid_until, c.created_at,
      c.user_id, c.owner, c.is_member, c.is_recorded_by_staff, ${noteOf(lot_id)} as note,
      (select count(*)::int from reservations r where r.lot_id = ${lot_id} and r.car_id = c.id
        and r.status in ${isHolding} and (r.ends_at is null or r.ends_at > ${now})) as live_reservations,
      (select coalesce(json_agg(json_build_object('plate', p.plate, 'region', p.region,
          'replaced_at', ${isoOf('p.replaced_at')}) order by p.replaced_at desc), '[]')
        from car_plates p where p.car_id = c.id and p.replaced_at >= c.known_since and p.replaced_at <= c.known_until) as former_plates,
      (select coalesce(json_agg(json_build_object('id', o.id, 'plate', o.plate, 'region', o.region, 'user_id', o.user_id,
          'owner', v.name, 'is_same', o.plate_normalized = c.plate_normalized) order by o.plate_normalized, o.id), '[]')
        from of_lot o cross join lateral seen_person(${lot_id}, o.user_id, ${now}) v
        where o.look_alike_key = c.look_alike_key and o.id <> c.id) as look_alikes
    from chosen c
    order by c.plate_normalized, c.id`.execute(db)
  return rows
}

export async function findLotCar(
  db: Db,
  lot_id: string,
  car_id: string,
  now: string,
): Promise<LotCar | undefined> {
  const [car] = await listLotCars(db, lot_id, { car_id }, null, 1, now)
  return car
}

/** Returns the vehicles of one person that belong to a lot. */
export async function listCarsIn(db: Db, lot_id: string, user_id: string, now: string): Promise<Car[]> {
  const { rows } = await sql<Car>`
    select c.id, c.plate, c.plate_normalized, c.region, ${sql.raw(factColumns('c'))}, c.valid_until, c.created_at
    from (${carsOf(lot_id, now)}) c where c.user_id = ${user_id} order by c.created_at, c.id`.execute(db)
  return rows
}

export async function removeFromLot(
  tx: Db,
  of: { lot_id: string; car_id: string; user_id: string; now: string },
): Promise<void> {
  const removed = { removed_at: of.now, removed_by_user_id: of.user_id }
  await tx
    .insertInto('car_removals')
    .values({ lot_id: of.lot_id, car_id: of.car_id, ...removed })
    .onConflict((on) => on.columns(['car_id', 'lot_id']).doUpdateSet(removed))
    .execute()
}
