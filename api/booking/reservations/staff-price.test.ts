import { editReservationRoute, previewChangeRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { confirmReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const later = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()

test('gives back a part of a price that staff set below the quote at its rate, and what was added since for as much as it cost', async () => {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const driver = await aMember(api, lot.lot_id, 'MEMBER')
  const card = await aCard(api, driver)
  const preview = (reservation_id: string, ends_at: string) =>
    api.call(previewChangeRoute, { params: { reservation_id }, query: { ends_at } }, driver.token)
  const edit = (reservation_id: string, ends_at: string, difference_cents: number) =>
    api.call(
      editReservationRoute,
      {
        body: { reservation_id, ends_at, difference_cents, payment_method_id: card },
        idempotency_key: secretWord(api.ports),
      },
      driver.token,
    )
  // $16.99 by the lot's prices.
  const made = await api.call(
    createByStaffRoute,
    {
      body: {
        spot_id: lot.spot_ids[0] ?? '',
        user_id: driver.user_id,
        payment_kind: 'STRIPE',
        price_cents: 500,
        ...twoHours(api, 1, 4),
      },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  await api.call(
    confirmReservationRoute,
    {
      params: { reservation_id: made.id },
      body: { payment_method_id: card },
      idempotency_key: secretWord(api.ports),
    },
    driver.token,
  )
  const ends_at = made.ends_at ?? ''
  const longer = await edit(made.id, later(ends_at, 1), 400)
  expect(longer.reservation.total_cents).toBe(900)
  const back = await preview(made.id, ends_at)
  expect(back).toMatchObject({ difference_cents: -400, refusal: null })
  expect(back.lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(-400)
  await edit(made.id, ends_at, -400)

  api.ports.advance({ hours: 2 })
  const now = api.ports.now().toISOString()
  // An hour of four is used: $12.00 of $16.99 are given up, which is $3.53 of $5.00.
  const shown = await preview(made.id, now)
  expect(shown).toMatchObject({ difference_cents: -353, refusal: null })
  expect(shown.lines).toMatchObject([
    {},
    {},
    { kind: 'STAFF_PRICE', amount_cents: 147 - 499 },
    { kind: 'PAID_BEFORE', amount_cents: -500 },
  ])
  expect((await edit(made.id, now, -353)).reservation.total_cents).toBe(147)
  await api.runJobs()
  const { items } = await api.call(
    listReservationInvoicesRoute,
    { params: { reservation_id: made.id } },
    driver.token,
  )
  expect(
    items.reduce((sum, one) => sum + one.paid_cents - one.refunded_cents - one.refund_pending_cents, 0),
  ).toBe(147)
})
