import { getReservation } from '@openspot/contract/reservations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseHolds } from '../jobs/release-holds.ts'
import { tillOf } from '../jobs/till.ts'
import { watchKey } from '../payments/refused-key.ts'
import { connectStripe } from '../payments/stripe.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { bookAs, prepareBooking, twoHours } from '../testing/booking.ts'
import { aStay } from '../testing/calendars.ts'
import { aCard, aPerson } from '../testing/people.ts'
import { aLot } from '../testing/places.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** Every call of the provider is made with this key from now on. */
function useKey(secret_key: string): void {
  const at = new URL(api.sandbox.publicUrl())
  const host = { host: at.hostname, port: Number(at.port), protocol: 'http' as const }
  const stripe = watchKey(connectStripe({ secret_key, host }), api.foundation.log, api.ports)
  api.foundation.stripe = stripe
  api.app.stripe = stripe
}

test('with a revoked provider key, holds that need no provider expire, a booking is answered 503 provider_unavailable without the words of the provider, and the log says once why', async () => {
  const lot = await aLot(api, {}, 5)
  const [first = '', second = '', third = '', fourth = ''] = lot.spot_ids
  const held: { id: string; token: string }[] = []
  for (const spot_id of [first, second]) {
    const driver = await aPerson(api)
    const payment_method_id = await aCard(api, driver, 'pm_card_threeDSecure2Required')
    const { reservation } = await bookAs(api, driver, { spot_id, payment_method_id, ...twoHours(api, 5) })
    held.push({ id: reservation.id, token: driver.token })
  }
  const other = await aPerson(api)
  const unpaid = await aStay(api, {
    ...twoHours(api, 5),
    lot_id: lot.lot_id,
    spot_id: third,
    user_id: other.user_id,
    status: 'CHECKOUT',
    hold_expires_at: new Date(api.ports.now().getTime() + 11 * 60_000).toISOString(),
  })
  const buyer = await aPerson(api)
  const payment_method_id = await aCard(api, buyer)
  const status = async (id: string, token: string) =>
    (await api.call(getReservation, { params: { reservation_id: id } }, token)).status
  api.ports.advance({ minutes: 12 })

  const book = await prepareBooking(api, buyer, { spot_id: fourth, payment_method_id, ...twoHours(api, 5) })
  useKey('nope_a_revoked_key')
  expect(await releaseHolds(tillOf(api.foundation))).toBe(1)
  expect(await status(unpaid, other.token)).toBe('EXPIRED')
  for (const { id, token } of held) expect(await status(id, token)).toBe('CHECKOUT')

  const refused = await book().catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  expect(JSON.stringify(refused)).not.toMatch(/nope|API key/i)
  const said = api.lines.filter(({ event }) => event === 'provider_key_refused')
  expect(said).toMatchObject([{ level: 50, status: 401 }])
  expect(JSON.stringify(api.lines)).not.toMatch(/nope/)

  useKey('sk_test_openspot_tests')
  expect(await releaseHolds(tillOf(api.foundation))).toBe(2)
  for (const { id, token } of held) expect(await status(id, token)).toBe('EXPIRED')
})
