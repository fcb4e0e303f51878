import type { Car, LotCar } from '@openspot/contract/cars.ts'
import { lookAlikeKey, normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { personName } from '../memberships/members.sql.ts'

/**
 * The cars of a lot: those of its members, and those on its stays. One that staff took off it is back as soon as its
 * owner has booked with it there again.
 */
const carsOf = (lot_id: string) => sql`
  select c.*, exists (select from memberships m
      where m.lot_id = ${lot_id} and m.user_id = c.user_id and m.status in ('ACTIVE', 'PENDING')) as is_member
  from cars c
  where c.deleted_at is null
    and (c.user_id in (select m.user_id from memberships m where m.lot_id = ${lot_id} and m.status in ('ACTIVE', 'PENDING'))
      or c.id in (select r.car_id from reservations r
        where r.lot_id = ${lot_id} and r.car_id is not null and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')))
    and not exists (select from car_removals x where x.lot_id = ${lot_id} and x.car_id = c.id
      and not exists (select from reservations r
        where r.lot_id = ${lot_id} and r.car_id = c.id and r.created_at >= x.removed_at))`

/** Times inside of JSON in the form of all others: the database has its own there. */
const isoOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export interface LotCarsFilter {
  car_id?: string | undefined
  user_id?: string | undefined
  q?: string | undefined
  has_look_alikes?: boolean | undefined
}

/** Cars of a lot by their plates; one more than asked for, if there is one. */
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
  const like = `%${q.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`)}%`
  const { rows } = await sql<LotCar>`
    with of_lot as materialized (${carsOf(lot_id)}),
    chosen as (
      select c.* from of_lot c join users u on u.id = c.user_id
      where (${filter.car_id ?? null}::uuid is null or c.id = ${filter.car_id ?? null}::uuid)
        and (${filter.user_id ?? null}::uuid is null or c.user_id = ${filter.user_id ?? null}::uuid)
        and (${q} = '' or ${personName('u')} ilike ${like}
          or (${plate} <> '' and c.look_alike_key like ${`%${lookAlikeKey(plate)}%`})
          or (${plate} <> '' and exists (select from car_plates p
            where p.car_id = c.id and p.plate_normalized like ${`%${plate}%`})))
        and (not ${filter.has_look_alikes ?? false}::boolean or exists (
          select from of_lot o where o.look_alike_key = c.look_alike_key and o.id <> c.id))
        and (${after === null} or (c.plate_normalized, c.id) > (${String(after?.[0] ?? '')},
          ${after === null ? null : String(after[1])}::uuid))
      order by c.plate_normalized, c.id limit ${limit + 1})
    select c.id, c.plate, c.plate_normalized, c.region, c.make, c.model, c.color, c.valid_until, c.created_at,
      c.user_id, ${personName('u')} as owner, c.is_member,
      (select count(*)::int from reservations r where r.lot_id = ${lot_id} and r.car_id = c.id
        and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE') and (r.ends_at is null or r.ends_at > ${now})) as live_stays,
      (select coalesce(json_agg(json_build_object('plate', p.plate, 'region', p.region,
          'replaced_at', ${isoOf('p.replaced_at')}) order by p.replaced_at desc), '[]')
        from car_plates p where p.car_id = c.id) as former_plates,
      (select coalesce(json_agg(json_build_object('id', o.id, 'plate', o.plate, 'region', o.region, 'user_id', o.user_id,
          'owner', ${personName('v')}, 'is_same', o.plate_normalized = c.plate_normalized) order by o.plate_normalized, o.id), '[]')
        from of_lot o join users v on v.id = o.user_id
        where o.look_alike_key = c.look_alike_key and o.id <> c.id) as look_alikes
    from chosen c join users u on u.id = c.user_id
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

/** The cars of one person that are of a lot. */
export async function listCarsIn(db: Db, lot_id: string, user_id: string): Promise<Car[]> {
  const { rows } = await sql<Car>`
    select c.id, c.plate, c.plate_normalized, c.region, c.make, c.model, c.color, c.valid_until, c.created_at
    from (${carsOf(lot_id)}) c where c.user_id = ${user_id} order by c.created_at, c.id`.execute(db)
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
