import { getEarningsEstimateRoute } from '@openspot/contract/lots/earnings-estimate.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** A lot of its own owner (or of a given one) that has been open for a year, with as many spots. */
async function anOldLot(at: { lat: number; lng: number }, spots: number, owner?: Person) {
  const lot = await aLot(api, { ...at, platform_share_bps: 0, created_at: ago(365) }, spots)
  if (owner) await join(lot.lot_id, owner)
  else await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  return lot
}
const ago = (days: number) => new Date(api.ports.now().getTime() - days * 86_400_000).toISOString()
const join = (lot_id: string, { user_id }: Person) =>
  api.deps.database.pool.query(
    `insert into memberships (lot_id, user_id, role, status, created_at, changed_at) values ($1, $2, 'SUPER_ADMIN', 'ACTIVE', $3, $3)`,
    [lot_id, user_id, ago(300)],
  )

/** Reservations must not overlap. */
let hour = 0
/** Earnings of a lot, as if one reservation had been paid some days ago. */
async function earned(lot_id: string, cents: number, days = 45) {
  const driver = await aPerson(api)
  hour += 3
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, { lot_id, payment_method_id, ...twoHours(api, hour) })
  await api.deps.database.pool.query(
    `update earnings set amount_cents = $3, created_at = $4
      where lot_id = $1 and source_id = (select id from invoices where reservation_id = $2)`,
    [lot_id, reservation.id, cents, ago(days)],
  )
}
const estimateAt = async (lat: number, lng: number) =>
  (await api.call(getEarningsEstimateRoute, { query: { lat, lng } })).estimate

test('names what a lot of each size pays the platform each month besides its share', async () => {
  const { plans } = await api.call(getEarningsEstimateRoute, { query: { lat: 1, lng: 1 } })
  expect(plans).toEqual([
    { max_spots: 20, month_cents: 0 },
    { max_spots: 100, month_cents: 4900 },
    { max_spots: 500, month_cents: 14_900 },
    { max_spots: null, month_cents: 34_900 },
  ])
})

test('returns the median per spot and month of the lots nearby, in whole units of the currency', async () => {
  const [lat, lng] = [41.88, -87.63]
  const lots = [
    await anOldLot({ lat, lng }, 2),
    await anOldLot({ lat: lat + 0.005, lng }, 1),
    await anOldLot({ lat, lng: lng + 0.005 }, 1),
  ]
  const [two, one, rich] = lots.map(({ lot_id }) => lot_id)
  // $60 in three months on two spots is $10 for a spot and month; the others make $20.40 and $300.
  await earned(two ?? '', 6000)
  await earned(one ?? '', 6120)
  expect(await estimateAt(lat, lng)).toBeNull()
  await earned(rich ?? '', 90_000)
  expect(await estimateAt(lat, lng)).toMatchObject({ currency: 'USD', month_cents: 2000, lot_count: 3 })
  // What was paid in the current month or more than three months ago does not count.
  await earned(one ?? '', 500_000, 0)
  await earned(one ?? '', 500_000, 200)
  expect(await estimateAt(lat, lng)).toMatchObject({ month_cents: 2000 })
  // Nor does anything far away.
  expect(await estimateAt(lat + 0.1, lng)).toBeNull()
})

test('returns nothing if fewer than three owners took payments, because a median would show their income', async () => {
  const [lat, lng] = [40.71, -74.0]
  const owner = await aPerson(api)
  for (const cents of [3000, 6000, 9000]) {
    const { lot_id } = await anOldLot({ lat, lng }, 1, owner)
    await earned(lot_id, cents)
  }
  expect(await estimateAt(lat, lng)).toBeNull()
  for (const cents of [3000, 6000]) {
    const { lot_id } = await anOldLot({ lat, lng }, 1)
    await earned(lot_id, cents)
  }
  expect(await estimateAt(lat, lng)).toMatchObject({ month_cents: 2000, lot_count: 5 })
})

test('names the platform’s share that a new lot has', async () => {
  const owner = await aPerson(api)
  const lot = await api.call(createLotRoute, { body: { name: 'New Yard', lat: 10, lng: 10 } }, owner.token)
  const estimate = await api.call(getEarningsEstimateRoute, { query: { lat: 10, lng: 10 } })
  expect(estimate.platform_share_bps).toBe(lot.platform_share_bps)
})
