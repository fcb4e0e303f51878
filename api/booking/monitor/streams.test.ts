import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { watchAs } from '../../testing/streams.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 40)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
})
afterAll(() => api.close())

const board = (token: string) =>
  api.call(listMonitorSpotsRoute, { params: { lot_id: lot.lot_id }, query: {} }, token)
const occupied = async (token: string) =>
  (await board(token)).items.filter(({ occupant }) => occupant !== null).map(({ label }) => label)

/** Inserts a reservation and notifies everyone who watches the lot. */
async function park(nth: number): Promise<void> {
  const starts_at = api.ports.now().toISOString()
  await aReservation(api, {
    lot_id: lot.lot_id,
    spot_id: lot.spot_ids[nth] ?? '',
    user_id: driver.user_id,
    starts_at,
  })
  api.deps.changes.announce(lot.lot_id)
}

describe('event stream', () => {
  test('gives every event an id and sends only `ready` to a reconnecting client that missed nothing', async () => {
    const stream = await watchAs(api, lot.lot_id, admin.token)
    const ready = await stream.next('ready')
    await park(0)
    const change = await stream.next('change')
    stream.close()
    expect(change.id).not.toBe(ready.id)
    const again = await watchAs(api, lot.lot_id, admin.token, change.id)
    expect(await again.next('ready')).toEqual({ name: 'ready', id: change.id })
    await park(1)
    await again.next('change')
    expect(again.events.map(({ name }) => name)).toEqual(['ready', 'change'])
    again.close()
  })

  test('sends one `change` to a reconnecting client that missed several', async () => {
    const witness = await watchAs(api, lot.lot_id, admin.token)
    const stream = await watchAs(api, lot.lot_id, admin.token)
    const { id } = await stream.next('ready')
    stream.close()
    for (const nth of [2, 3]) {
      const known = [...witness.events]
      await park(nth)
      await witness.next('change', known)
    }
    const again = await watchAs(api, lot.lot_id, admin.token, id)
    await again.next('change')
    // The id comes with the missed change, not before it.
    expect(again.events).toMatchObject([
      { name: 'ready', id: '' },
      { name: 'change', id: expect.stringMatching(/-\d+$/) },
    ])
    for (const open of [witness, again]) open.close()
  })

  test.each([
    ['of another process', 'made-up-3'],
    ['without a number', 'x'],
    ['without a name', '0'],
    ['too long', '9'.repeat(400)],
  ])('sends `reset` to a client with an unknown event id: %s', async (_, id) => {
    const stream = await watchAs(api, lot.lot_id, admin.token, id)
    await stream.next('reset')
    expect(stream.events.map(({ name }) => name)).toEqual(['ready', 'reset'])
    stream.close()
  })
})

test('reads the board at most twice for 200 watchers after one change and sends all the same result', async () => {
  const staff = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => aMember(api, lot.lot_id, nth % 2 === 0 ? 'ADMIN' : 'PATROLLER')),
  )
  const watchers = await Promise.all(
    staff.flatMap(({ token }) =>
      Array.from({ length: 10 }, async () => ({ token, stream: await watchAs(api, lot.lot_id, token) })),
    ),
  )
  expect(watchers.filter(({ stream }) => stream.status === 200)).toHaveLength(200)
  const told = Promise.all(watchers.map(({ stream }) => stream.next('change')))
  await park(10)
  await told

  // Counts the queries that reach the database. Reads of the board wait until every request has been authorized, so
  // that all have arrived by then on any machine.
  const { pool } = api.deps.database
  const query = pool.query.bind(pool) as (...of: unknown[]) => Promise<unknown>
  const has = (word: string) => (call: readonly unknown[]) => JSON.stringify(call[0]).includes(word)
  let letThrough = () => {}
  const gate = new Promise<void>((done) => {
    letThrough = done
  })
  const passOn = (...of: unknown[]): unknown =>
    has('as is_priced')(of) ? gate.then(() => query(...of)) : query(...of)
  const queries = vi.spyOn(pool, 'query').mockImplementation(passOn)
  const boards = Promise.all(watchers.map(({ token }) => occupied(token)))
  await vi.waitUntil(
    () =>
      queries.mock.calls.filter(
        (call, nth) => has('look_up_lot')(call) && queries.mock.settledResults[nth]?.type === 'fulfilled',
      ).length >= 200,
    { timeout: 20_000 },
  )
  letThrough()
  const seen = await boards
  const readings = queries.mock.calls.filter(has('as is_priced')).length
  queries.mockRestore()
  for (const { stream } of watchers) stream.close()
  expect(seen).toHaveLength(200)
  for (const labels of seen) expect(labels).toContain('A11')
  expect(new Set(seen.map(String)).size).toBe(1)
  expect(readings).toBeGreaterThan(0)
  expect(readings).toBeLessThanOrEqual(2)
}, 120_000)
