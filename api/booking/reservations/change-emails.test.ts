import { editReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const later = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()

test('emails show a plate as the pass does, and a change names what it adds or saves and the price after it', async () => {
  const lot = await aLot(api)
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const car = await api.call(createCarRoute, { body: { plate: ' ab  12-cd ', region: 'IL' } }, driver.token)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    car_id: car.id,
  })
  const edit = (ends_at: string, difference_cents: number) =>
    api.call(
      editReservationRoute,
      {
        body: { reservation_id: reservation.id, ends_at, difference_cents, payment_method_id },
        idempotency_key: secretWord(api.ports),
      },
      driver.token,
    )
  const newest = async (subject: string) => {
    await api.runJobs()
    const { items } = await api.call(listOutboxRoute, { query: { to_address: driver.email } })
    return items.find((email) => email.subject.includes(subject))?.body_text ?? ''
  }
  expect(await newest('confirmed')).toContain('AB 12-CD')
  expect(await newest('confirmed')).not.toContain('The change')

  const ends_at = reservation.ends_at ?? ''
  await edit(later(ends_at, 1), 400)
  const longer = await newest('changed')
  expect(longer).toMatch(/The change adds\W+\$4\.00/)
  expect(longer).toMatch(/Price of the reservation now\W+\$12\.99/)

  await edit(ends_at, -400)
  const shorter = await newest('changed')
  expect(shorter).toMatch(/The change saves\W+\$4\.00/)
  expect(shorter).toMatch(/Price of the reservation now\W+\$8\.99/)
})
