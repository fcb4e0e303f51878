import { connectDatabase, type Database } from '@openspot/db/database.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChangeBus } from './changes.ts'
import { type TestApi, testApi } from './testing/api.ts'
import { type TestPorts, testPorts } from './testing/clock.ts'
import { aLot, type TestLot } from './testing/factories/lots.ts'
import { aCard, aPerson, type Person } from './testing/factories/people.ts'
import { bookAs, twoHours } from './testing/factories/reservations.ts'
import { Pace, Traffic } from './traffic.ts'

let api: TestApi
let lot: TestLot
let driver: Person
let payment_method_id: string
/** What a worker in another process has: its own connections to the same database, and nothing of the API. */
let database: Database
let ports: TestPorts
let pace: Pace

beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  driver = await aPerson(api)
  payment_method_id = await aCard(api, driver)
  database = await connectDatabase(api.deps.database.direct_url, 2)
})
afterAll(async () => {
  await database?.close()
  await api?.close()
})
beforeEach(async () => {
  // The clock of the worker is an hour ahead of the API's: what it says about keys of others must not matter.
  ports = testPorts('2026-03-02T16:00:00.000Z')
  const traffic = new Traffic(database.pool, ports)
  // What was booked before it started is no sign of bookings now, so the first look is not judged.
  await traffic.isBusy()
  ports.advance({ seconds: 5 })
  pace = new Pace({ ports, traffic })
})

let hours = 0
async function book(): Promise<void> {
  // Two bookings at the same millisecond of the driven clock would look like one.
  api.ports.advance({ seconds: 1 })
  hours += 3
  await bookAs(api, driver, { lot_id: lot.lot_id, payment_method_id, ...twoHours(api, hours) })
}

test('long work pauses twelve times as long as it worked, at most 5 seconds, while drivers book through another process', async () => {
  for (const seconds of [0.05, 2]) {
    await book()
    ports.advance({ seconds })
    await pace.giveWay()
  }
  expect(ports.pauses).toEqual([600, 5_000])
})

test('long work goes on pausing for 5 seconds after it noticed a booking of another process, and then not until the next one', async () => {
  await book()
  for (let piece = 0; piece < 8; piece++) {
    await pace.giveWay()
    ports.advance({ seconds: 1 })
  }
  expect(ports.pauses).toEqual([0, 5_000, 5_000, 5_000, 5_000])
  await book()
  await pace.giveWay()
  expect(ports.pauses).toHaveLength(6)
})

test('long work does not pause for the changes that another import announces', async () => {
  const other = await openChangeBus(api.deps.database, api.deps.log)
  const heard = new Promise<void>((done) => {
    const stop = api.deps.changes.watch(lot.lot_id, () => {
      stop()
      done()
    })
  })
  other.announce(lot.lot_id)
  await heard
  ports.advance({ seconds: 1 })
  await pace.giveWay()
  await other.close()
  expect(ports.pauses).toEqual([])
})
