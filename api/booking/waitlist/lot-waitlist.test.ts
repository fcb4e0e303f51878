import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import {
  joinWaitlistRoute,
  leaveWaitlistRoute,
  listLotWaitlistRoute,
} from '@openspot/contract/booking/waitlist.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** A lot with one spot that is taken, and three drivers who wait for it, a minute apart. */
async function aFullLot() {
  const lot = await aLot(api, {}, 1)
  const params = { lot_id: lot.lot_id }
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const times = twoHours(api, 3)
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const order = { spot_id: lot.spot_ids[0] ?? '', payment_method_id, ...times }
  const { reservation } = await bookAs(api, driver, order)
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const waiting = [await aPerson(api, { first_name: 'Vera' }), member, await aPerson(api)]
  const entries = []
  for (const person of waiting) {
    const body = { ...times, features: [] }
    entries.push(await api.call(joinWaitlistRoute, { params, body }, person.token))
    api.ports.advance({ minutes: 1 })
  }
  const list = (query: { limit?: number; cursor?: string } = {}) =>
    api.call(listLotWaitlistRoute, { params, query }, patroller.token)
  return { ...lot, params, driver, reservation, member, waiting, entries, times, list }
}

test('staff see who waits in the order of offers, by pages, and the names of people whom the lot knows', async () => {
  const { waiting, times, list, member, params } = await aFullLot()
  const { items } = await list()
  expect(items.map(({ user_id }) => user_id)).toEqual(waiting.map(({ user_id }) => user_id))
  expect(items).toMatchObject([
    { ...times, status: 'WAITING', driver: null, reservation_id: null, offer_expires_at: null },
    { driver: expect.any(String) },
    { driver: null },
  ])
  const first = await list({ limit: 2 })
  const second = await list({ limit: 2, cursor: first.next_cursor ?? '' })
  expect([...first.items, ...second.items]).toEqual(items)
  expect(second.next_cursor).toBeNull()
  expect(await api.refusal(listLotWaitlistRoute, { params, query: {} }, member.token)).toMatchObject({
    status: 403,
  })
  expect(await api.refusal(listLotWaitlistRoute, { params, query: {} }, waiting[0]?.token)).toMatchObject({
    status: 403,
  })
})

test('an offer shows its reservation and until when it is held; who left, and whose time began, is not listed', async () => {
  const { waiting, entries, driver, reservation, times, list } = await aFullLot()
  const params = { entry_id: entries[2]?.id ?? '' }
  await api.call(leaveWaitlistRoute, { params }, waiting[2]?.token)
  const cancel = {
    params: { reservation_id: reservation.id },
    body: { refund_cents: reservation.total_cents ?? 0 },
  }
  await api.call(cancelReservationRoute, cancel, driver.token)
  await api.runJobs()
  const { items } = await list()
  expect(items).toMatchObject([
    { status: 'OFFERED', reservation_id: expect.any(String) },
    { status: 'WAITING' },
  ])
  const expires_at = items[0]?.offer_expires_at ?? ''
  expect(expires_at > api.ports.now().toISOString() && expires_at < times.starts_at).toBe(true)
  api.ports.advance({ hours: 4 })
  expect((await list()).items).toEqual([])
})
