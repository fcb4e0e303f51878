import { searchLotSpotsRoute, searchRoute } from '@openspot/contract/lots/lots.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let driver: Person
const lots: TestLot[] = []
const here = { lat: 41.879, lng: -87.634 }
const hour = 3_600_000

beforeAll(async () => {
  api = await testApi({ OPENSPOT_SEARCH_INDEX: '1' })
  await api.app.search_index?.load()
  driver = await aPerson(api)
  for (let i = 0; i < 8; i++) {
    lots.push(
      await aLot(api, {
        name: `Lot ${i}`,
        lat: here.lat + (i % 3) * 0.004,
        lng: here.lng + (i % 4) * 0.005,
        hour_cents: 300 + 50 * i,
        snap_minutes: i === 7 ? 60 : 30,
        // Its offset is not a multiple of half an hour, so its half hours differ from those of UTC.
        time_zone: i === 6 ? 'Asia/Kathmandu' : 'America/Chicago',
      }),
    )
  }
})
afterAll(() => api.close())

const at = (hours: number) => new Date(Math.ceil(api.ports.now().getTime() / hour) * hour + hours * hour)

/** Counts free spots by reading every reservation, without the index that search uses. */
async function bruteForce(lot_id: string, from: Date, to: Date): Promise<number> {
  const { rows } = await api.deps.database.pool.query<{ free: number }>(
    `select count(*)::int as free from spots s where s.lot_id = $1 and s.deleted_at is null and s.assigned_user_id is null
       and not exists (select from reservations r where r.spot_id = s.id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
         and r.starts_at < $3 and coalesce(r.ends_at, 'infinity') > $2)`,
    [lot_id, from.toISOString(), to.toISOString()],
  )
  return rows[0]?.free ?? -1
}

async function insertReservations(
  reservations: { spot: number; starts: number; hours: number | null; status: string }[],
): Promise<void> {
  const spots = lots.flatMap((lot) => lot.spot_ids.map((spot_id) => ({ lot_id: lot.lot_id, spot_id })))
  for (const { spot, starts, hours, status } of reservations) {
    const place = spots[spot % spots.length]
    if (!place) continue
    await api.deps.database.pool.query(
      `insert into reservations (lot_id, spot_id, user_id, status, starts_at, ends_at, hold_expires_at, currency, total_cents,
         terms_version, cancel_until_at, created_at, created_by_user_id)
       values ($1, $2, $3, $4, $5, $6, $5, 'USD', 0, 1, $5, $5, $3) on conflict do nothing`,
      [
        place.lot_id,
        place.spot_id,
        driver.user_id,
        status,
        at(starts).toISOString(),
        hours === null ? null : at(starts + hours).toISOString(),
      ],
    )
  }
}

test('counts the free spots of every lot correctly for random reservations and times', async () => {
  const reservation = fc.record({
    spot: fc.nat(23),
    starts: fc.integer({ min: 0, max: 600 }),
    // Up to five days is short, more is long, and null is open-ended: each is counted differently.
    hours: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(119, 120, 121, 500), fc.constant(null)),
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'CHECKOUT', 'PENDING', 'CANCELED', 'EXPIRED'),
  })
  const question = fc.record({
    starts: fc.integer({ min: 0, max: 620 }),
    hours: fc.integer({ min: 1, max: 200 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(reservation, { maxLength: 4 }),
      fc.array(question, { minLength: 3, maxLength: 5 }),
      async (reservations, questions) => {
        await insertReservations(reservations)
        for (const { starts, hours } of questions) {
          const [from, to] = [at(starts), at(starts + hours)]
          const query = {
            ...here,
            radius_m: 5000,
            starts_at: from.toISOString(),
            ends_at: to.toISOString(),
            limit: 100,
          }
          const found = await api.call(searchRoute, { query })
          for (const [i, lot] of lots.entries()) {
            // The offset of Kathmandu moves a start on the hour a quarter of an hour later.
            const shift = i === 6 ? 15 * 60_000 : 0
            const free = await bruteForce(
              lot.lot_id,
              new Date(from.getTime() + shift),
              new Date(to.getTime() + shift),
            )
            expect(found.items.find((item) => item.lot.id === lot.lot_id)?.free_spots ?? 0, lot.lot_id).toBe(
              free,
            )
          }
        }
      },
    ),
    { numRuns: 40 },
  )
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})

test('marks exactly as many spots of a lot as free as search counts', async () => {
  const query = { starts_at: at(30).toISOString(), ends_at: at(40).toISOString() }
  const found = await api.call(searchRoute, { query: { ...here, ...query, radius_m: 5000, limit: 100 } })
  for (const lot of lots) {
    const spots = await api.call(searchLotSpotsRoute, { query: { lot_id: lot.lot_id, ...query } })
    const counted = found.items.find((item) => item.lot.id === lot.lot_id)?.free_spots ?? 0
    expect(spots.items.filter((spot) => spot.is_free)).toHaveLength(counted)
  }
})

test('shows a private lot to its active members only', async () => {
  const hidden = await aLot(api, { name: 'Residents', is_private: true })
  const member = await aMember(api, hidden.lot_id, 'MEMBER')
  const query = { ...here, starts_at: at(900).toISOString(), ends_at: at(902).toISOString(), limit: 100 }
  const ids = async (token?: string) =>
    (await api.call(searchRoute, { query }, token)).items.map((item) => item.lot.id)
  expect(await ids()).not.toContain(hidden.lot_id)
  expect(await ids(driver.token)).not.toContain(hidden.lot_id)
  expect(await ids(member.token)).toContain(hidden.lot_id)
  const spots = { query: { lot_id: hidden.lot_id, starts_at: query.starts_at, ends_at: query.ends_at } }
  expect(await api.refusal(searchLotSpotsRoute, spots, driver.token)).toMatchObject({ status: 404 })
  // Pending and removed members do not count.
  for (const status of ['PENDING', 'REMOVED'] as const) {
    const { user_id, token } = await aPerson(api)
    const no = { lot_id: hidden.lot_id, user_id, status }
    await api.deps.database.db.insertInto('memberships').values(no).execute()
    expect(await ids(token)).not.toContain(hidden.lot_id)
  }
  expect((await api.call(searchLotSpotsRoute, spots, member.token)).items).toHaveLength(3)
})

test('leaves out a lot without a price for the given times', async () => {
  const unpriced = await aLot(api, { name: 'No price', hour_cents: null, day_cents: null })
  const query = { ...here, starts_at: at(900).toISOString(), ends_at: at(902).toISOString(), limit: 100 }
  expect((await api.call(searchRoute, { query })).items.map((item) => item.lot.id)).not.toContain(
    unpriced.lot_id,
  )
})

test.each([
  ['reversed', 5, 3, 'ends_at'],
  ['without length', 5, 5, 'ends_at'],
  ['past', -30, 3, 'starts_at'],
  ['too long', 1, 24 * 400, 'ends_at'],
  ['too far ahead', 24 * 800, 24 * 800 + 1, 'starts_at'],
  ['open-ended and past', -30, null, 'starts_at'],
])('rejects a reservation that is %s with 400 on its field', async (_, from, to, field) => {
  const times = {
    starts_at: at(from).toISOString(),
    ...(to === null ? {} : { ends_at: at(to).toISOString() }),
  }
  const refused = { status: 400, code: 'request_invalid', field }
  expect(await api.refusal(searchRoute, { query: { ...here, ...times } })).toMatchObject(refused)
  const lot_id = lots[0]?.lot_id ?? ''
  expect(await api.refusal(searchLotSpotsRoute, { query: { lot_id, ...times } })).toMatchObject(refused)
})
