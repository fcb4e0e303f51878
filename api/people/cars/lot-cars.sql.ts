import type { Car, LotCar } from '@openspot/contract/people/cars.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { lookAlikeKey, normalizePlate } from '@openspot/core/plates/plates.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import { holding } from '../../booking/occupancy/holding.sql.ts'
import { factColumns, factPairs, factShape } from './car-facts.sql.ts'

/** Whether a person acted on a reservation `r`: they booked it or accepted what staff created for them. */
const isOwnAct = '(r.created_by_user_id = r.user_id or r.accepted_at is not null)'

/**
 * The vehicles of a lot: those of members who asked for or accepted their membership, those on reservations that their
 * drivers booked or accepted, and those that staff recorded. A vehicle known only from past reservations has the plate
 * that it had at the end of the last one. A vehicle that staff removed returns once its owner books with it again.
 * `$1` is the lot id and `$2` the current time.
 */
const cars = `
  select c.id, c.user_id, k.plate, k.plate_normalized, k.region, ${factColumns('c')}, c.valid_until, c.created_at,
    translate(k.plate_normalized, 'ODQILZSBG', '000112586') as look_alike_key, h.is_member, false as is_recorded_by_staff,
    h.known_since, h.known_until
  from cars c
    cross join lateral (
      select m.since is not null as is_member, least(m.since, s.since) as known_since,
        case when m.since is null then least(s.until, $2::timestamptz) else $2::timestamptz end as known_until
      from (select min(m.acted_at) as since from memberships m
          where m.lot_id = $1 and m.user_id = c.user_id and m.status = 'ACTIVE' and m.acted_at is not null) m
        cross join (select min(r.created_at) as since, max(coalesce(r.ends_at, 'infinity')) as until from reservations r
          where r.lot_id = $1 and r.car_id = c.id and r.status in ${holding} and ${isOwnAct}) s) h
    cross join lateral plate_at(c.id, h.known_until) k
  where c.deleted_at is null
    and (c.user_id in (select m.user_id from memberships m
        where m.lot_id = $1 and m.status = 'ACTIVE' and m.acted_at is not null)
      or c.id in (select r.car_id from reservations r
        where r.lot_id = $1 and r.car_id is not null and r.status in ${holding} and ${isOwnAct}))
    and not exists (select from car_removals x where x.lot_id = $1 and x.car_id = c.id
      and not exists (select from reservations r
        where r.lot_id = $1 and r.car_id = c.id and r.created_at >= x.removed_at))
  union all
  select n.id, n.user_id, n.plate, n.plate_normalized, n.region, ${factColumns('n')}, n.valid_until, n.created_at,
    translate(n.plate_normalized, 'ODQILZSBG', '000112586'), true, true, n.created_at, $2::timestamptz
  from lot_car_notes n
  where n.lot_id = $1 and n.car_id is null and n.reservation_id is null and n.state = 'OPEN'
    and exists (select from memberships m where m.lot_id = n.lot_id and m.user_id = n.user_id and m.status = 'ACTIVE')`

/** Formats instants in JSON like all others, because the database has its own format there. */
const isoOf = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The staff record of the vehicle `c` in this lot, unless its owner has accepted it. */
const note = `(
  select json_build_object('id', n.id, 'plate', n.plate, 'region', n.region, ${factPairs('n')},
    'valid_until', ${isoOf('n.valid_until')}, 'reason', n.reason, 'state', n.state,
    'created_at', ${isoOf('n.created_at')},
    'created_by', nullif(trim(concat_ws(' ', w.first_name, w.last_name)), ''))
  from lot_car_notes n join users w on w.id = n.created_by_user_id
  where n.lot_id = $1 and (n.car_id = c.id or n.id = c.id) and n.state in ('OPEN', 'DISMISSED')
  order by n.state, n.created_at desc limit 1)`

export interface LotCarsFilter {
  car_id?: string | undefined
  user_id?: string | undefined
  q?: string | undefined
  has_look_alikes?: boolean | undefined
}

const lotCars = statement(
  'list_lot_cars',
  {
    id: 'uuid',
    plate: 'text',
    plate_normalized: 'text',
    region: 'text',
    ...factShape,
    valid_until: 'timestamptz?',
    created_at: 'timestamptz',
    user_id: 'uuid',
    owner: 'text?',
    is_member: 'boolean',
    is_recorded_by_staff: 'boolean',
    note: orNull(json<NonNullable<LotCar['note']>>('json')),
    live_reservations: 'integer',
    previous_plates: json<LotCar['previous_plates']>('json'),
    look_alikes: json<LotCar['look_alikes']>('json'),
  },
  `with of_lot as materialized (${cars}),
    chosen as (
      select c.*, u.name as owner from of_lot c cross join lateral visible_person($1, c.user_id, $2, ${GUEST_DAYS}) u
      where ($3::uuid is null or c.id = $3::uuid)
        and ($4::uuid is null or c.user_id = $4::uuid)
        and ($5 = '' or u.name ilike $6
          or ($7 <> '' and c.look_alike_key like $8)
          or ($7 <> '' and exists (select from lot_car_notes n
            where n.lot_id = $1 and n.car_id = c.id and n.state = 'OPEN' and n.plate_normalized like $9))
          or ($7 <> '' and exists (select from car_plates p where p.car_id = c.id
            and p.replaced_at >= c.known_since and p.replaced_at <= c.known_until and p.plate_normalized like $9)))
        and (not $10::boolean or exists (
          select from of_lot o where o.look_alike_key = c.look_alike_key and o.id <> c.id))
        and ($11::text is null or (c.plate_normalized, c.id) > ($11, $12::uuid))
      order by c.plate_normalized, c.id limit $13)
    select c.id, c.plate, c.plate_normalized, c.region, ${factColumns('c')}, c.valid_until, c.created_at,
      c.user_id, c.owner, c.is_member, c.is_recorded_by_staff, ${note} as note,
      (select count(*)::int from reservations r where r.lot_id = $1 and r.car_id = c.id
        and r.status in ${holding} and (r.ends_at is null or r.ends_at > $2)) as live_reservations,
      (select coalesce(json_agg(json_build_object('plate', p.plate, 'region', p.region,
          'replaced_at', ${isoOf('p.replaced_at')}) order by p.replaced_at desc), '[]')
        from car_plates p where p.car_id = c.id and p.replaced_at >= c.known_since and p.replaced_at <= c.known_until) as previous_plates,
      (select coalesce(json_agg(json_build_object('id', o.id, 'plate', o.plate, 'region', o.region, 'user_id', o.user_id,
          'owner', v.name, 'is_same', o.plate_normalized = c.plate_normalized) order by o.plate_normalized, o.id), '[]')
        from of_lot o cross join lateral visible_person($1, o.user_id, $2, ${GUEST_DAYS}) v
        where o.look_alike_key = c.look_alike_key and o.id <> c.id) as look_alikes
    from chosen c
    order by c.plate_normalized, c.id`,
)

/** Returns the vehicles of a lot by plate, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listLotCars(
  db: Db,
  lot_id: string,
  filter: LotCarsFilter,
  after: (string | number)[] | null,
  limit: number,
  now: Date,
): Promise<LotCar[]> {
  const q = filter.q?.trim() ?? ''
  const plate = normalizePlate(q)
  return queryPrepared(db, lotCars, [
    lot_id,
    now.toISOString(),
    filter.car_id ?? null,
    filter.user_id ?? null,
    q,
    containing(q),
    plate,
    `%${lookAlikeKey(plate)}%`,
    `%${plate}%`,
    filter.has_look_alikes ?? false,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
}

const earlierCars = statement(
  'list_earlier_cars',
  { id: 'uuid', plate_normalized: 'text', region: 'text' },
  `select distinct c.id, c.plate_normalized, c.region
   from reservation_events e join cars c on c.id = (e.details -> 'from' ->> 'car_id')::uuid
   where e.reservation_id = $1 and e.lot_id = $2 and c.user_id = $3 and c.deleted_at is null`,
)

/** Returns the vehicles that a reservation had before, which the lot may no longer know from anything else. */
export const listEarlierCars = (db: Db, of: { reservation_id: string; lot_id: string; user_id: string }) =>
  queryPrepared(db, earlierCars, [of.reservation_id, of.lot_id, of.user_id])

export async function findLotCar(
  db: Db,
  lot_id: string,
  car_id: string,
  now: Date,
): Promise<LotCar | undefined> {
  const [car] = await listLotCars(db, lot_id, { car_id }, null, 1, now)
  return car
}

const carsInLot = statement(
  'list_cars_in_lot',
  {
    id: 'uuid',
    plate: 'text',
    plate_normalized: 'text',
    region: 'text',
    ...factShape,
    valid_until: 'timestamptz?',
    created_at: 'timestamptz',
  },
  `select c.id, c.plate, c.plate_normalized, c.region, ${factColumns('c')}, c.valid_until, c.created_at
    from (${cars}) c where c.user_id = $3 order by c.created_at, c.id`,
)

/** Returns the vehicles of one person that belong to a lot. */
export async function listCarsIn(db: Db, lot_id: string, user_id: string, now: Date): Promise<Car[]> {
  return queryPrepared(db, carsInLot, [lot_id, now.toISOString(), user_id])
}

export async function removeFromLot(
  tx: Tx,
  of: { lot_id: string; car_id: string; user_id: string; now: Date },
): Promise<void> {
  const removed = { removed_at: of.now.toISOString(), removed_by_user_id: of.user_id }
  await tx
    .insertInto('car_removals')
    .values({ lot_id: of.lot_id, car_id: of.car_id, ...removed })
    .onConflict((on) => on.columns(['car_id', 'lot_id']).doUpdateSet(removed))
    .execute()
}
