import { getReservationsSummaryRoute } from '@openspot/contract/booking/monitor.ts'
import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { fineTerms } from '../../testing/factories/fines.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, prepareBooking } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** A lot whose short reservations last at most two local days. */
async function twoDayLot() {
  const lot = await aLot(api, {}, 4)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const params = { lot_id: lot.lot_id }
  await api.call(updateLotRoute, { params, body: { long_term_days: 2 } }, admin.token)
  return { ...lot, admin, params }
}

test('the summary counts reservations that are longer than the days of the lot as long, by its local days', async () => {
  const { lot_id, spot_ids, admin, params } = await twoDayLot()
  const { user_id } = await aPerson(api)
  // Two local days across the end of daylight saving time last 49 hours.
  const starts_at = '2027-11-06T12:00:00.000Z'
  const stays = ['2027-11-08T13:00:00.000Z', '2027-11-08T13:01:00.000Z', null]
  for (const [at, ends_at] of stays.entries())
    await aReservation(api, { lot_id, user_id, spot_id: spot_ids[at] ?? '', starts_at, ends_at })
  const counts = () =>
    api.call(
      getReservationsSummaryRoute,
      { params, query: { starts_at, ends_at: '2027-11-09T00:00:00.000Z' } },
      admin.token,
    )
  expect(await counts()).toMatchObject({ active: 3, long: 2, short: 1 })
  await api.call(updateLotRoute, { params, body: { long_term_days: 3 } }, admin.token)
  expect(await counts()).toMatchObject({ active: 3, long: 1, short: 2 })
})

test('a rule set refuses reservations that are longer than the days of the lot, also if that changed since the price was shown', async () => {
  const { spot_ids, admin, params } = await twoDayLot()
  const rules = { ...noRules, max_long_reservations: 0 }
  const body = { name: 'No storage', is_default: true, rules, fine_terms: fineTerms }
  await api.call(createRuleSetRoute, { params, body }, admin.token)
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const hours = (starts: number, length: number) => {
    const from = Math.ceil(api.ports.now().getTime() / 3_600_000 + starts) * 3_600_000
    return {
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(from + length * 3_600_000).toISOString(),
    }
  }
  const order = (spot: number, length: number) => ({
    spot_id: spot_ids[spot] ?? '',
    payment_method_id,
    ...hours(24, length),
  })
  await bookAs(api, driver, order(0, 40))
  const query = { spot_id: spot_ids[1] ?? '', ...hours(24, 60) }
  const refused = await api.call(getCheckoutRoute, { query }, driver.token)
  expect(refused.refusal).toMatchObject({
    code: 'rules_refuse',
    details: { long_reservation_days: 2, max_long_reservations: 0 },
  })
  await api.call(updateLotRoute, { params, body: { long_term_days: 3 } }, admin.token)
  const book = await prepareBooking(api, driver, order(1, 60))
  await api.call(updateLotRoute, { params, body: { long_term_days: 2 } }, admin.token)
  await expect(book()).rejects.toMatchObject({ body: { code: 'terms_changed' } })
})
