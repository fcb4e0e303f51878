import { expect, test } from 'vitest'
import { newReservationBody, readNewReservation } from './new-reservation.ts'

const usual = { starts_at: '2026-03-01T10:30:00.000Z', ends_at: '2026-03-01T12:30:00.000Z' }
const spot_id = '01900000-0000-7005-8000-000000000001'

test('a spot and a time in the URL fill the form', () => {
  const params = new URLSearchParams({ spot_id, starts_at: '2026-03-02T09:00:00.000Z' })
  const reservation = readNewReservation(params, usual)
  expect(reservation).toMatchObject({
    spot_id,
    when: { starts_at: '2026-03-02T09:00:00.000Z', ends_at: '2026-03-02T11:00:00.000Z' },
  })
  expect(readNewReservation(new URLSearchParams(), usual).when).toEqual(usual)
})

test('sends only filled fields, a phone number as typed, and no price for a free reservation', () => {
  const reservation = {
    ...readNewReservation(new URLSearchParams(), usual),
    phone: '+1 (312) 555-0100',
    first_name: ' Ada ',
    type: 'COMPACT',
  } as const
  expect(newReservationBody(reservation, 'lot', 500)).toEqual({
    lot_id: 'lot',
    type: 'COMPACT',
    person: { phone: '+1 (312) 555-0100', first_name: 'Ada' },
    ...usual,
    payment_kind: 'STRIPE',
    price_cents: 500,
  })
  expect(
    newReservationBody(
      { ...reservation, spot_id, payment_kind: 'NONE', override_reason: 'A guest of the house' },
      'lot',
      500,
    ),
  ).toEqual({
    spot_id,
    person: { phone: '+1 (312) 555-0100', first_name: 'Ada' },
    ...usual,
    payment_kind: 'NONE',
    override_reason: 'A guest of the house',
  })
})
