import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson } from '../../testing/factories/people.ts'
import { randomFrom } from '../../testing/model/random.ts'
import { listBoardRows } from './board-rows.sql.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const SPOTS = 12
const HOLDING = `('PENDING', 'CHECKOUT', 'ACTIVE')`

/** A reservation on the board: what the exclusion constraint's operators say, one spot at a time. */
const reservationOf = (from: string, status: string, condition: string, plate_at: string) => `(
  select json_build_object('reservation_id', r.id, 'status', ${status},
    'name', (select v.name from visible_person(s.lot_id, r.user_id, $3, ${GUEST_DAYS}) v),
    'plate', (select c.plate from plate_of_reservation(s.lot_id, r.id, r.car_id, ${plate_at}) c),
    'starts_at', to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
    'ends_at', to_char(r.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'))
  from ${from} r where r.spot_id = s.id and ${condition})`
const isNow = 'tstzrange(r.starts_at, r.ends_at) @> $2::timestamptz'
const isNext = `tstzrange(r.starts_at, r.ends_at) && tstzrange($2, $2::timestamptz + interval '60 days') and r.starts_at > $2
  and r.status in ${HOLDING} order by r.starts_at limit 1`

const slowRows = (isPast: boolean) => {
  const from = isPast ? 'reservations_at($1, $2)' : 'reservations'
  const holds = isPast ? isNow : `r.status in ${HOLDING} and ${isNow}`
  return `select s.id, coalesce(g.name, (select v.name from visible_person($1, a.user_id, $3, ${GUEST_DAYS}) v)) as assigned_to,
    num_nonnulls(l.half_hour_cents, l.hour_cents, l.day_cents, l.month_cents, s.half_hour_cents, s.hour_cents, s.day_cents, s.month_cents,
      z.half_hour_cents, z.hour_cents, z.day_cents, z.month_cents) > 0 as is_priced,
    exists (select from ${from} r where r.spot_id = s.id and ${holds} and (r.user_id = a.user_id or exists (
      select from memberships m where m.lot_id = $1 and m.group_id = a.group_id and m.user_id = r.user_id and m.status = 'ACTIVE'))) as is_own,
    ${reservationOf(from, isPast ? `'ACTIVE'` : 'r.status', holds, isPast ? '$2' : 'least(r.ends_at, $3)')} as now,
    ${reservationOf('reservations', 'r.status', isNext, 'least(r.ends_at, $3)')} as next
  from spots s join lots l on l.id = s.lot_id left join zones z on z.id = s.zone_id and z.lot_id = s.lot_id
    left join ${isPast ? 'assignments_at($1, $2)' : '(select id as spot_id, assigned_user_id as user_id, assigned_group_id as group_id from spots)'} a
      on a.spot_id = s.id
    left join groups g on g.id = a.group_id and g.lot_id = s.lot_id
  where s.lot_id = $1 and ${isPast ? '(s.deleted_at is null or s.deleted_at > $2)' : 's.deleted_at is null'} order by s.spot_no`
}

test('the board is what the reservations of each spot say on their own, whenever it is asked for', async () => {
  const { pool, db } = api.deps.database
  const now = api.ports.now()
  const minute = Math.floor(minutesOf(now.toISOString()))
  for (const seed of [1, 2, 3]) {
    const random = randomFrom(seed)
    const lot = await aLot(api, random.pick([{}, { hour_cents: null, day_cents: null }]), SPOTS)
    const { lot_id } = lot
    const insert = (table: 'groups' | 'zones', values: { name: string; day_cents?: number }) =>
      db
        .insertInto(table)
        .values({ lot_id, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    const groups = [await insert('groups', { name: 'Family' }), await insert('groups', { name: 'Firm' })]
    const zone = await insert('zones', { name: 'Roof', day_cents: 900 })
    const people = await Promise.all(Array.from({ length: 3 }, () => aPerson(api)))
    const cars = await Promise.all(
      people.map(({ user_id }, nth) =>
        db
          .insertInto('cars')
          .values({
            user_id,
            plate: `S${seed} ${nth}`,
            plate_normalized: `S${seed}${nth}`,
            created_at: now.toISOString(),
          })
          .returning(['id', 'user_id'])
          .executeTakeFirstOrThrow(),
      ),
    )
    const members = await Promise.all(Array.from({ length: 4 }, () => aMember(api, lot_id, 'MEMBER')))
    for (const { user_id } of members) {
      const group_id = random.pick([null, ...groups, ...groups])?.id ?? null
      await db.updateTable('memberships').set({ group_id }).where('user_id', '=', user_id).execute()
    }
    const drivers = [...people, ...members].map(({ user_id }) => user_id)
    const edges = new Set<number>([minute])
    for (const spot_id of lot.spot_ids) {
      const assigned = random.pick([
        {},
        {},
        { assigned_user_id: random.pick(drivers) },
        { assigned_group_id: random.pick(groups).id },
      ])
      await db
        .updateTable('spots')
        .set({ zone_id: random.pick([null, zone.id]), ...assigned })
        .where('id', '=', spot_id)
        .execute()
      // From ten days ago until long after the 60 days in which the board looks for the next one, back to back or not.
      for (let at = minute - 14_400; at < minute + 200_000; ) {
        const from = at + random.pick([0, 0, 60, 4000, 90_000])
        const to = from + random.pick([30, 600, 3000, 20_000])
        const user_id = random.pick(drivers)
        const status = random.pick([
          'ACTIVE',
          'ACTIVE',
          'PENDING',
          'CHECKOUT',
          'CANCELED',
          'EXPIRED',
        ] as const)
        const isMonthly = status === 'ACTIVE' && random.yes(0.1)
        await aReservation(api, {
          lot_id,
          spot_id,
          user_id,
          status,
          starts_at: isoOf(from),
          ends_at: isMonthly ? null : isoOf(to),
          hold_expires_at: isoOf(from),
          confirmed_at: isoOf(from),
          canceled_at: status === 'CANCELED' ? isoOf(from + 15) : null,
          car_id: cars.find((car) => car.user_id === user_id)?.id ?? null,
        })
        edges.add(from).add(to)
        if (isMonthly) break
        at = status === 'CANCELED' || status === 'EXPIRED' ? at + random.pick([0, to - at]) : to
      }
    }
    const moments = Array.from({ length: 12 }, () => random.pick([...edges]) + random.pick([-1, 0, 0, 1]))
    for (const moment of [minute, ...moments]) {
      const at = isoOf(moment)
      const { rows } = await pool.query<object>(slowRows(moment < minute - 1), [
        lot_id,
        at,
        now.toISOString(),
      ])
      const found = await listBoardRows(pool, lot_id, at, now)
      expect(
        found.map(({ id, assigned_to, is_priced, is_own, now, next }) => ({
          id,
          assigned_to,
          is_priced,
          is_own,
          now,
          next,
        })),
        `seed ${seed} at ${at}`,
      ).toEqual(rows)
    }
  }
})
