import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Tried } from '../../failures.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { sendDueNotices } from '../../platform/notifications/notify.ts'
import { type TestApi, testApi } from '../api.ts'
import { aReservation } from '../factories/calendars.ts'
import { aLot } from '../factories/lots.ts'
import { aPerson, type Person } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'
import { asOwner } from '../owner.ts'

let api: TestApi
let driver: Person

beforeAll(async () => {
  api = await testApi()
  driver = await aPerson(api)
})
afterAll(() => api.close())

/** Makes the database reject every change of one row and of what belongs to it. */
async function refuse(table: 'reservations' | 'notifications', column: string, id: string): Promise<void> {
  await asOwner(
    api,
    `create function refuse_one_${table}() returns trigger language plpgsql as $$
     begin raise exception 'canary@people.example may not' using errcode = '23514', constraint = 'drill'; end $$`,
  )
  await asOwner(
    api,
    `create trigger refuse_one before insert or update on ${table} for each row
     when (new.${column} = '${id}') execute function refuse_one_${table}()`,
  )
}

const held = async (lot: { lot_id: string; spot_ids: string[] }, at: number) =>
  aReservation(api, {
    ...twoHours(api, 5),
    lot_id: lot.lot_id,
    spot_id: lot.spot_ids[at] ?? '',
    user_id: driver.user_id,
    status: 'CHECKOUT',
    hold_expires_at: new Date(api.ports.now().getTime() + (at + 1) * 60_000).toISOString(),
  })

test('reports a hold that fails to expire without personal data and expires the others', async () => {
  const lot = await aLot(api)
  const ids = [await held(lot, 0), await held(lot, 1), await held(lot, 2)]
  await refuse('reservations', 'id', ids[0] ?? '')
  api.ports.advance({ minutes: 5 })
  const tried = new Tried()
  expect(await releaseHolds(paymentDepsOf(api.deps), tried)).toBe(2)
  const status = async (reservation_id = '') =>
    (await api.call(getReservationRoute, { params: { reservation_id } }, driver.token)).status
  expect(await Promise.all(ids.map(status))).toEqual(['CHECKOUT', 'EXPIRED', 'EXPIRED'])

  // Attempts 2, 3, and 4; the third is not reported.
  for (let round = 0; round < 3; round++) await releaseHolds(paymentDepsOf(api.deps), tried)
  const lines = api.lines.filter(({ event }) => event === 'task_failed')
  expect(lines).toMatchObject(
    [1, 2, 4].map((attempt) => ({
      task: 'release_hold',
      id: ids[0],
      attempt,
      err: { type: 'DatabaseError', code: '23514', constraint: 'drill' },
    })),
  )
  expect(JSON.stringify(lines)).not.toContain('canary')
})

test('sends the other notices when one fails', async () => {
  const lot = await aLot(api)
  const reservation = (at: number) =>
    aReservation(api, {
      ...twoHours(api, 1),
      lot_id: lot.lot_id,
      spot_id: lot.spot_ids[at] ?? '',
      user_id: driver.user_id,
    })
  const [failing, fine] = [await reservation(0), await reservation(1)]
  await refuse('notifications', 'reservation_id', failing)
  api.ports.advance({ hours: 5 })
  await sendDueNotices(paymentDepsOf(api.deps))
  const { rows } = await api.deps.database.pool.query(
    `select reservation_id, kind from notifications where reservation_id = any($1)`,
    [[failing, fine]],
  )
  expect(rows).toEqual([{ reservation_id: fine, kind: 'ENDED' }])
})

test('orders the least recently tried items first, so that stuck rows cannot block others', () => {
  const tried = new Tried()
  for (const id of ['a', 'b', 'c', 'a']) tried.begin(id)
  tried.done('b')
  expect(tried.ids()).toEqual(['c', 'a'])
  expect(tried.begin('a')).toBe(3)
})
