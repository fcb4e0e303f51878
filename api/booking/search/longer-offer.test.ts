import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { getLongerOfferRoute } from '@openspot/contract/lots/longer-offer.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, { hour_cents: 600, day_cents: 2000 }, 2)
})

const offerFor = async (times: { starts_at: string; ends_at: string }, spot_id?: string) =>
  (
    await api.call(getLongerOfferRoute, {
      query: { lot_id: lot.lot_id, ...times, ...(spot_id ? { spot_id } : {}) },
    })
  ).offer
const later = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()

test('offers the rest of the day when the hours already cost nearly as much, at the price of checkout', async () => {
  const times = twoHours(api, 1, 3)
  const offer = await offerFor(times)
  expect(offer).toEqual({ ends_at: later(times.starts_at, 24), extra_cents: 200, currency: 'USD' })
  const { token } = await aPerson(api)
  const priceOf = async (ends_at: string) => {
    const query = { lot_id: lot.lot_id, starts_at: times.starts_at, ends_at }
    return (await api.call(getCheckoutRoute, { query }, token)).price?.total_cents ?? 0
  }
  expect((await priceOf(offer?.ends_at ?? '')) - (await priceOf(times.ends_at))).toBe(200)
})

test('offers nothing when more time costs more than 15% more', async () => {
  expect(await offerFor(twoHours(api, 1, 2))).toBeNull()
})

test('offers only what the spot is free for, and on any spot the one that is free longest', async () => {
  const times = twoHours(api, 1, 4)
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const [spot_id = '', other = ''] = lot.spot_ids
  const next = { starts_at: later(times.ends_at, 3), ends_at: later(times.ends_at, 5) }
  await bookAs(api, driver, { spot_id, payment_method_id, ...next })
  expect(await offerFor(times, spot_id)).toMatchObject({ ends_at: next.starts_at, extra_cents: 0 })
  const whole = { ends_at: later(times.starts_at, 24), extra_cents: 0 }
  expect(await offerFor(times, other)).toMatchObject(whole)
  expect(await offerFor(times)).toMatchObject(whole)
})
