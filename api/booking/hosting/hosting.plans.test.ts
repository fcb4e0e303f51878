import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { asOwner } from '../../testing/owner.ts'
import { aYearOfReservations, rowsRead } from '../../testing/rows-read.ts'
import './hosting.sql.ts'

let api: TestApi
let lot: TestLot
let host: Person
let now: string
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 30)
  host = await aMember(api, lot.lot_id, 'MEMBER')
  const { pool } = api.deps.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (first_name, source, email)
     select 'Dana', 'ORGANIC', 'dana' || n || '@drivers.example' from generate_series(1, 300) n returning id`,
  )
  const user_ids = rows.map(({ id }) => id)
  // Until tomorrow, and a driver is there at this moment.
  now = api.ports.now().toISOString()
  const until = new Date(Date.parse(now) + 23 * 3_600_000).toISOString()
  await aYearOfReservations(pool, { ...lot, user_ids, until })
  await pool.query('update spots set assigned_user_id = $2 where id = $1', [lot.spot_ids[0], host.user_id])
  await asOwner(api, 'analyze reservations, invoices, earnings, spots, lots, memberships, cars, users')
})
afterAll(() => api.close())

const read = (label: string, values: (string | null)[]) =>
  rowsRead(api.deps.database.pool, label, values, ['reservations', 'invoices', 'earnings'])

test('my spots read the current and the next reservation of each spot, of all that it ever had', async () => {
  for (const spot_id of [null, lot.spot_ids[0] ?? ''])
    for (const rows of await read('list_my_spots', [host.user_id, now, spot_id])) {
      expect(rows).toBeGreaterThan(1)
      // Two reservations, their invoices, and those by which their drivers are visible.
      expect(rows).toBeLessThan(60)
    }
})

test('who is coming reads the current and upcoming reservations of a spot, of all that it ever had', async () => {
  for (const rows of await read('list_hosted_reservations', [host.user_id, now, lot.spot_ids[0] ?? ''])) {
    // Six are current or ahead.
    expect(rows).toBeGreaterThan(5)
    expect(rows).toBeLessThan(200)
  }
})

test('similar prices read the last 90 days of a lot, and the booked time the last 14', async () => {
  for (const [label, days] of [
    ['list_similar_prices', 90],
    ['get_booked_time', 14],
  ] as const)
    for (const rows of await read(label, [lot.lot_id, 'STANDARD', now])) {
      expect(rows).toBeGreaterThan(5 * days)
      // Similar prices also read one invoice of each.
      expect(rows).toBeLessThan((label === 'get_booked_time' ? 7 : 14) * days)
    }
})
