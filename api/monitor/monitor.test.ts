import { createCar } from '@openspot/contract/cars.ts'
import { getReservationsSummary, listMonitorSpots, listMonitorVehicles } from '@openspot/contract/monitor.ts'
import { cancelReservation } from '@openspot/contract/reservation-changes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { bookAs } from '../testing/booking.ts'
import { aCard, aMember, aPerson, type Person } from '../testing/people.ts'
import { aLot, type TestLot } from '../testing/places.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api, { first_name: 'Dora' })
})
afterAll(() => api.close())

/** Reads a stream of events until one of a name comes, which is after what is done meanwhile. */
async function firstEvent(
  path: string,
  token: string,
  name: string,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const stop = new AbortController()
  const answer = await fetch(api.base + path, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isDone = false
  while (reader) {
    const { value } = await reader.read()
    text += value ?? ''
    if (text.includes('event: ready') && !isDone) {
      expect(text).not.toContain(`event: ${name}`)
      await meanwhile()
      isDone = true
    }
    if (text.includes(`event: ${name}`)) break
  }
  stop.abort()
}

test('the board shows a booking and hears of it without asking', async () => {
  const params = { lot_id: lot.lot_id }
  const car = await api.call(createCar, { body: { plate: 'BD 51 SMR', region: 'IL' } }, driver.token)
  const [spot_id = ''] = lot.spot_ids
  const payment_method_id = await aCard(api, driver)
  await firstEvent(`/api/v1/monitor/lots/${lot.lot_id}/events`, admin.token, 'change', () =>
    bookAs(api, driver, { spot_id, payment_method_id, car_id: car.id }),
  )

  const before = await api.call(listMonitorSpots, { params, query: {} }, admin.token)
  expect(before.items[0]).toMatchObject({
    state: 'AVAILABLE',
    occupant: null,
    next: { name: 'Dora Example', plate: 'BD 51 SMR' },
  })
  api.ports.advance({ hours: 2 })
  const during = await api.call(listMonitorSpots, { params, query: {} }, admin.token)
  expect(during.items[0]).toMatchObject({ state: 'RENTED_UNTIL', until: before.items[0]?.next?.ends_at })
  expect(during.items.slice(1).map((spot) => spot.state)).toEqual(['AVAILABLE', 'AVAILABLE'])
  const vehicles = await api.call(listMonitorVehicles, { params }, admin.token)
  expect(vehicles.items).toMatchObject([
    { plate: 'BD 51 SMR', region: 'IL', right: 'RESERVATION', spot_label: 'A1' },
  ])
})

test('the summary counts, and shows money to admins alone', async () => {
  const params = { lot_id: lot.lot_id }
  const summary = await api.call(getReservationsSummary, { params, query: {} }, admin.token)
  expect(summary).toMatchObject({
    active: 1,
    starting: 1,
    ending: 1,
    long: 0,
    short: 1,
    free_spots: 2,
    paid_cents: 899,
  })
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(await api.call(getReservationsSummary, { params, query: {} }, patroller.token)).toMatchObject({
    active: 1,
    paid_cents: null,
  })
})

test('members and strangers do not see who is where', async () => {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const input = { params: { lot_id: lot.lot_id }, query: {} }
  expect(await api.refusal(listMonitorSpots, input, member.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(listMonitorSpots, input, driver.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(listMonitorSpots, input)).toMatchObject({ status: 401 })
  const stream = await fetch(`${api.base}/api/v1/monitor/lots/${lot.lot_id}/events`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(stream.status).toBe(403)
})

test('a cancelled stay leaves the board', async () => {
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[1] ?? '',
    payment_method_id: await aCard(api, driver),
  })
  await api.call(
    cancelReservation,
    { params: { reservation_id: reservation.id }, body: { refund_cents: 899 } },
    driver.token,
  )
  const board = await api.call(
    listMonitorSpots,
    { params: { lot_id: lot.lot_id }, query: { at: reservation.starts_at } },
    admin.token,
  )
  expect(board.items[1]).toMatchObject({ state: 'AVAILABLE', occupant: null })
})
