import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { sendDueNotices } from '../../platform/notifications/notify.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

test('a driver whose reservation in progress is moved is told once, of the new spot and from when, and not to leave the old one', async () => {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    ...twoHours(api, 1, 4),
  })
  await api.runJobs()
  const told = async () => {
    await sendDueNotices(paymentDepsOf(api.deps))
    await api.runJobs()
    const { items } = await api.call(listNotificationsRoute, { query: {} }, driver.token)
    return items
  }
  api.ports.advance({ hours: 2, seconds: 30 })
  const before = (await told()).length
  const { continued_by } = await api.call(
    replaceByStaffRoute,
    {
      body: { reservation_id: reservation.id, spot_id: lot.spot_ids[1] ?? '', reason: 'Water on the floor' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  const [moved, ...others] = (await told()).slice(0, -before)
  expect(others).toEqual([])
  expect(moved).toMatchObject({ kind: 'MOVED', reservation_id: continued_by?.id })
  expect(moved?.text).toContain('Move your vehicle there by')
  // The first part ends, and the second is under way.
  api.ports.advance({ minutes: 5 })
  expect((await told()).length).toBe(before + 1)
  // Only the end of the whole is announced, and only once it is near.
  api.ports.advance({ hours: 2, minutes: 50 })
  expect((await told()).map(({ kind }) => kind).slice(0, 2)).toEqual(['ENDS_SOON', 'MOVED'])
})
