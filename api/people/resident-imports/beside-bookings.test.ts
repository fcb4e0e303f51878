import { connectDatabase, type Database } from '@openspot/db/database.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import type { TestApi } from '../../testing/api.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { Traffic } from '../../traffic.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import type { ImportDeps } from './import-deps.ts'
import { importResidents } from './run-import.ts'
import { living, numbered } from './testing/scenarios.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

const way = wayOf('ENTRATA')
const residents = Array.from({ length: 120 }, (_, at) =>
  numbered(way, living(`Beside${String.fromCodePoint(65 + Math.floor(at / 26), 97 + (at % 26))}`)),
)

let stand: Stand
let api: TestApi
let source: Source
let driver: Person
let payment_method_id: string
let database: Database
let worker: Awaited<ReturnType<typeof aWorker>>

beforeAll(async () => {
  stand = await startStand()
  api = stand.api
  source = await aConnectedLot(stand, way)
  driver = await aPerson(api)
  payment_method_id = await aCard(api, driver)
  database = await connectDatabase(api.deps.database.direct_url, 4)
})
afterAll(async () => {
  await database?.close()
  await stand?.close()
})
beforeEach(async () => {
  worker = await aWorker()
})

/** A worker in another process, with its own connections. It takes 10 milliseconds between two looks at its clock. */
async function aWorker() {
  const pauses: number[] = []
  let milliseconds = 0
  let whilePausing = async () => {}
  const now = () => new Date(api.ports.now().getTime() + (milliseconds += 10))
  const ports = {
    ...api.ports,
    now,
    pause: async (wanted: number) => {
      pauses.push(wanted)
      milliseconds += wanted
      await whilePausing()
    },
  }
  const traffic = new Traffic(database.pool, ports)
  const { messaging, secrets, vendors } = api.deps
  const deps: ImportDeps = {
    ...paymentDepsOf({ ...api.deps, database, ports }),
    messaging,
    secrets,
    vendors,
    traffic,
  }
  /** Starts an import, lets drivers do something just before a worker takes it, and works on it. */
  async function run(justBefore: () => Promise<void> = async () => {}): Promise<void> {
    source.serve(residents)
    const { id } = await source.start()
    // Staff started the import with a key, too.
    await traffic.isBusy()
    milliseconds += 5_000
    await justBefore()
    await importResidents(deps, id)
    expect(await source.read(id)).toMatchObject({ status: 'SUCCESS', stage: 'DONE' })
  }
  return {
    pauses,
    run,
    whilePausing: (work: () => Promise<void>) => void (whilePausing = work),
    /** Lets the worker's time pass. */
    skip: (wanted: number) => void (milliseconds += wanted),
  }
}

let hours = 0
async function book(): Promise<void> {
  hours += 3
  // Two bookings at the same millisecond of the driven clock would look like one.
  api.ports.advance({ seconds: 0.001 })
  await bookAs(api, driver, { lot_id: source.lot_id, payment_method_id, ...twoHours(api, hours) })
}

test('an import in a process of its own does not pause while nobody books', async () => {
  await worker.run()
  expect(worker.pauses).toEqual([])
})

test('an import in a process of its own pauses after each piece of work while drivers book through another process', async () => {
  worker.whilePausing(book)
  await worker.run(book)
  // It reads one page, checks by four groupings, and finds nothing to change.
  expect(worker.pauses.length).toBeGreaterThanOrEqual(6)
  expect(Math.min(...worker.pauses)).toBeGreaterThanOrEqual(12 * 10)
})

test('an import in a process of its own goes on without pauses 5 seconds after the last booking of another process', async () => {
  let milliseconds = 0
  worker.whilePausing(async () => {
    milliseconds = worker.pauses.reduce((sum, one) => sum + one, 0)
    if (milliseconds < 1_000) await book()
    else worker.skip(5_000)
  })
  await worker.run(book)
  expect(milliseconds).toBeGreaterThanOrEqual(1_000)
  expect(worker.pauses.length).toBeLessThan(6)
})
