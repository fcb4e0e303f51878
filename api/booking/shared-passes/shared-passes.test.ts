import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  createPassLinkRoute,
  deletePassLinksRoute,
  getSharedPassRoute,
} from '@openspot/contract/booking/shared-passes.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 20)
})
afterAll(() => api.close())

async function aShared() {
  const driver = await aPerson(api, { first_name: 'Dana' })
  const payment_method_id = await aCard(api, driver)
  const order = { lot_id: lot.lot_id, payment_method_id, ...twoHours(api, 30) }
  const { reservation } = await bookAs(api, driver, order)
  const params = { reservation_id: reservation.id }
  const share = async () => tokenOf((await api.call(createPassLinkRoute, { params }, driver.token)).url)
  return { driver, reservation, params, share, pass_token: await share() }
}
const tokenOf = (url: string) => /\/pass\/(\w+)$/.exec(url)?.[1] ?? ''
const read = (pass_token: string) => api.call(getSharedPassRoute, { params: { pass_token } })
const statusOf = async (pass_token: string) => (await fetch(`${api.base}/api/v1/passes/${pass_token}`)).status

test('anyone with the link sees where and when, and nothing about the driver, the vehicle, or the price', async () => {
  const { reservation, driver, pass_token } = await aShared()
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const body = { contact_phone: '+13127550142' }
  await api.call(updateLotRoute, { params: { lot_id: lot.lot_id }, body }, admin.token)
  const pass = await read(pass_token)
  expect(pass).toMatchObject({
    status: 'ACTIVE',
    starts_at: reservation.starts_at,
    spot: { label: reservation.spot.label },
    lot: { name: 'Wells Street Lot', contact_phone: '+13127550142' },
  })
  const text = JSON.stringify(pass)
  for (const secret of [reservation.id, driver.user_id, 'Dana', 'total_cents', 'plate'])
    expect(text).not.toContain(secret)
})

test('says that the reservation was canceled, and is gone a day after its end', async () => {
  const { driver, params, pass_token } = await aShared()
  const lasting = await aShared()
  const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
  expect(await read(pass_token)).toMatchObject({ status: 'CANCELED', is_ended: true })
  api.ports.advance({ hours: 33 })
  expect(await read(lasting.pass_token)).toMatchObject({ status: 'ACTIVE', is_ended: true })
  api.ports.advance({ hours: 24 })
  expect(await statusOf(lasting.pass_token)).toBe(404)
})

test('each share makes a link of its own, and the driver ends all of them at once', async () => {
  const { driver, params, share, pass_token } = await aShared()
  const second = await share()
  expect(second).not.toBe(pass_token)
  expect([await statusOf(pass_token), await statusOf(second)]).toEqual([200, 200])
  await api.call(deletePassLinksRoute, { params }, driver.token)
  expect([await statusOf(pass_token), await statusOf(second)]).toEqual([404, 404])
})

test('only the driver shares, and only a reservation that is not over', async () => {
  const { driver, params } = await aShared()
  const other = await aPerson(api)
  expect(await api.refusal(createPassLinkRoute, { params }, other.token)).toMatchObject({ code: 'not_found' })
  api.ports.advance({ hours: 40 })
  expect(await api.refusal(createPassLinkRoute, { params }, driver.token)).toMatchObject({
    code: 'reservation_not_open',
  })
})

test('the link is not stored, and what is left of it is deleted a week after the reservation', async () => {
  const { reservation, pass_token } = await aShared()
  const { pool } = api.deps.database
  const stored = async () =>
    (await pool.query('select p::text as row from pass_links p where reservation_id = $1', [reservation.id]))
      .rows
  expect(await stored()).toHaveLength(1)
  expect(JSON.stringify(await stored())).not.toContain(pass_token)
  api.ports.advance({ days: 10 })
  await purgeExpired({ db: api.deps.database.db, pool, ports: api.ports }, api.deps.settings)
  expect(await stored()).toEqual([])
})
