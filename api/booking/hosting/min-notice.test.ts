import { getHostingRoute, setListingRoute, setMinNoticeRoute } from '@openspot/contract/booking/hosting.ts'
import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const hour = 3_600_000
const at = (hours: number) =>
  new Date(Math.ceil(api.ports.now().getTime() / hour) * hour + hours * hour).toISOString()

/** A lot with one spot, which its host listed for the next days. */
async function aListedSpot() {
  const lot = await aLot(api, {}, 1)
  const [spot_id = ''] = lot.spot_ids
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const host = await aMember(api, lot.lot_id, 'MEMBER')
  const params = { spot_id }
  const give = (assigned_user_id: string | null) =>
    api.call(updateSpotRoute, { params, body: { assigned_user_id } }, admin.token)
  await give(host.user_id)
  const body = { starts_at: at(0), ends_at: at(90), is_listed: true }
  await api.call(setListingRoute, { params, body }, host.token)
  const require = (min_notice_minutes: number) =>
    api.call(setMinNoticeRoute, { params, body: { min_notice_minutes } }, host.token)
  const driver = await aPerson(api)
  const quote = (from: number) => {
    const query = { spot_id, starts_at: at(from), ends_at: at(from + 2) }
    return api.call(getCheckoutRoute, { query }, driver.token)
  }
  return { lot, spot_id, params, admin, host, driver, give, require, quote }
}

test('explains in the quote and in the list of spots that the host needs more notice, and sells later times', async () => {
  const { lot, quote, require, params, host, driver } = await aListedSpot()
  expect((await quote(1)).price).not.toBeNull()
  await require(120)
  expect(await api.call(getHostingRoute, { params }, host.token)).toMatchObject({ min_notice_minutes: 120 })
  expect(await quote(1)).toMatchObject({
    price: null,
    refusal: { code: 'notice_too_short', message: expect.stringMatching('2 hr notice') },
  })
  expect((await quote(3)).price).not.toBeNull()
  const spots = (from: number) => {
    const query = { lot_id: lot.lot_id, starts_at: at(from), ends_at: at(from + 2) }
    return api.call(searchLotSpotsRoute, { query }, driver.token)
  }
  expect(await spots(1)).toMatchObject({ items: [{ is_free: false }], refusal: { code: 'notice_too_short' } })
  expect(await spots(3)).toMatchObject({ items: [{ is_free: true }] })
  await require(0)
  expect((await quote(1)).price).not.toBeNull()
})

test('is enforced by the database, less the 15 minutes for which a quote is good', async () => {
  const { lot, spot_id, quote, require, driver } = await aListedSpot()
  await require(120)
  const { starts_at, ends_at } = await quote(3)
  const hold = async (minutesBefore: number) => {
    const now = new Date(Date.parse(starts_at) - minutesBefore * 60_000).toISOString()
    const of = { user_id: driver.user_id, lot_id: lot.lot_id, spot_id, starts_at, ends_at, total_cents: 0 }
    const { rows } = await api.deps.database.pool.query<{ outcome: string }>(
      'select (hold_spot($1, $2)).outcome',
      [now, JSON.stringify({ ...of, terms_version: 0 })],
    )
    return rows[0]?.outcome
  }
  expect(await hold(104)).toBe('notice_too_short')
  // The next check refuses the outdated terms.
  expect(await hold(105)).toBe('terms_changed')
})

test('binds neither the staff nor an existing reservation, and ends with the assignment', async () => {
  const { lot, spot_id, admin, host, driver, require, give, params, quote } = await aListedSpot()
  const order = { spot_id, starts_at: at(1), ends_at: at(3), payment_method_id: await aCard(api, driver) }
  await bookAs(api, driver, order)
  await require(1440)
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const body = {
    spot_id,
    user_id: member.user_id,
    starts_at: at(4),
    ends_at: at(5),
    payment_kind: 'NONE' as const,
  }
  const idempotency_key = 'before the notice'
  await api.call(createByStaffRoute, { body, idempotency_key }, admin.token)
  api.ports.advance({ hours: 8 })
  await give(null)
  await give(host.user_id)
  expect(await api.call(getHostingRoute, { params }, host.token)).toMatchObject({ min_notice_minutes: 0 })
  expect(await quote(1)).toMatchObject({ is_free: false })
})
