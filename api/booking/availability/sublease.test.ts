import {
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { brokenCalendars } from '../../testing/factories/calendars.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

test('lets an assignee sublet their spot at their own rate and delete the rule once nobody needs it', async () => {
  const lot = await aLot(api)
  const [spot_id = ''] = lot.spot_ids
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const assignee = await aMember(api, lot.lot_id, 'MEMBER')
  const driver = await aPerson(api)
  const give = { params: { spot_id }, body: { assigned_user_id: assignee.user_id } }
  await api.call(updateSpotRoute, give, admin.token)
  const booked = { starts_at: '2026-03-03T18:00:00.000Z', ends_at: '2026-03-03T20:00:00.000Z' }
  const look = () => api.call(getCheckoutRoute, { query: { spot_id, ...booked } }, driver.token)
  expect(await look()).toMatchObject({ is_free: false })

  const rule = {
    kind: 'OPEN' as const,
    ...booked,
    starts_at: '2026-03-03T12:00:00Z',
    rates: { hour_cents: 650 },
  }
  const { id } = await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: rule },
    assignee.token,
  )
  expect(await look()).toMatchObject({ is_free: true, price: { total_cents: 2 * 650 + 99 } })
  const order = { spot_id, ...booked, payment_method_id: await aCard(api, driver) }
  const longer = { ...order, ends_at: '2026-03-03T20:30:00.000Z' }
  await expect(bookAs(api, driver, longer)).rejects.toMatchObject({ body: { code: 'spot_closed' } })
  const { reservation } = await bookAs(api, driver, order)

  const one = { params: { availability_id: id } }
  expect(await api.refusal(deleteAvailabilityRoute, one, assignee.token)).toMatchObject({
    code: 'availability_in_use',
    details: { count: 1, ...booked },
  })
  const board = async () => {
    const input = { params: { lot_id: lot.lot_id }, query: { at: booked.starts_at } }
    return (await api.call(listMonitorSpotsRoute, input, admin.token)).items[0]
  }
  expect(await board()).toMatchObject({ state: 'SUBLEASED_UNTIL', until: booked.ends_at })
  const cancel = { params: { reservation_id: reservation.id }, body: { refund_cents: 2 * 650 + 99 } }
  await api.call(cancelReservationRoute, cancel, driver.token)
  expect(await board()).toMatchObject({ state: 'AVAILABLE', until: booked.ends_at })
  await api.call(deleteAvailabilityRoute, one, assignee.token)
  expect(await board()).toMatchObject({ state: 'ASSIGNED', until: null })
})
