import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { watchProviderKey } from '../../platform/alerts/watch-provider-key.ts'
import { connectStripe } from '../../stripe.ts'
import { type TestApi, testApi } from '../api.ts'
import { aReservation } from '../factories/calendars.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aPerson } from '../factories/people.ts'
import { bookAs, prepareBooking, twoHours } from '../factories/reservations.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** Makes all further provider calls use this key. */
function useKey(secret_key: string): void {
  const at = new URL(api.standIn.publicUrl())
  const host = { host: at.hostname, port: Number(at.port), protocol: 'http' as const }
  const stripe = connectStripe({ secret_key, host })
  api.deps.stripe = stripe
  api.app.stripe = stripe
  watchProviderKey(api.deps)
}

test('expires only unpaid holds, answers bookings with 503, and logs once under a revoked key', async () => {
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
  const unpaid = await aReservation(api, {
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
    (await api.call(getReservationRoute, { params: { reservation_id: id } }, token)).status
  api.ports.advance({ minutes: 12 })

  const book = await prepareBooking(api, buyer, { spot_id: fourth, payment_method_id, ...twoHours(api, 5) })
  useKey('nope_a_revoked_key')
  expect(await releaseHolds(paymentDepsOf(api.deps))).toBe(1)
  expect(await status(unpaid, other.token)).toBe('EXPIRED')
  for (const { id, token } of held) expect(await status(id, token)).toBe('CHECKOUT')

  const refused = await book().catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
  expect(JSON.stringify(refused)).not.toMatch(/nope|API key/i)
  const said = api.lines.filter(({ event }) => event === 'provider_key_refused')
  expect(said).toMatchObject([{ level: 'error', status: 401 }])
  expect(JSON.stringify(api.lines)).not.toMatch(/nope/)

  useKey('sk_test_openspot_tests')
  expect(await releaseHolds(paymentDepsOf(api.deps))).toBe(2)
  for (const { id, token } of held) expect(await status(id, token)).toBe('EXPIRED')
})

test('alerts the operator about a revoked provider key and resolves the alert once a key works again', async () => {
  const alerts = async () => {
    const { rows } = await api.deps.database.pool.query<{ is_over: boolean }>(
      `select resolved_at is not null as is_over from alerts where event = 'PROVIDER_REFUSED'`,
    )
    return rows
  }
  await expect.poll(alerts).toEqual([{ is_over: true }])
  await api.deps.database.pool.query('delete from alerts')
  api.ports.advance({ minutes: 61 })
  useKey('nope_a_revoked_key')
  await expect(api.deps.stripe.balance.retrieve()).rejects.toThrow('Invalid API Key')
  await expect.poll(alerts).toEqual([{ is_over: false }])
  useKey('sk_test_openspot_tests')
  await api.deps.stripe.balance.retrieve()
  await expect.poll(alerts).toEqual([{ is_over: true }])
})
