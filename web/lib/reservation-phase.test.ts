import { expect, test } from 'vitest'
import { canRebook, phaseOf } from './reservation-phase.ts'

const now = '2026-11-21T13:10:00.000Z'
const reservation = (
  status: 'ACTIVE' | 'CHECKOUT' | 'PENDING' | 'CANCELED',
  starts_at: string,
  ends_at: string | null,
) => ({
  status,
  starts_at,
  ends_at,
})

test('an active reservation is upcoming, in progress, or over depending on the time', () => {
  expect(phaseOf(reservation('ACTIVE', '2026-11-21T13:11:00Z', '2026-11-21T14:00:00Z'), now)).toBe('ahead')
  expect(phaseOf(reservation('ACTIVE', '2026-11-21T13:10:00Z', '2026-11-21T14:00:00Z'), now)).toBe('running')
  expect(phaseOf(reservation('ACTIVE', '2026-11-21T12:00:00Z', '2026-11-21T13:10:00Z'), now)).toBe('over')
  expect(phaseOf(reservation('ACTIVE', '2026-11-01T12:00:00Z', null), now)).toBe('running')
})

test('pending and unpaid reservations are held, and canceled ones are over', () => {
  expect(phaseOf(reservation('PENDING', '2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z'), now)).toBe('held')
  expect(phaseOf(reservation('CHECKOUT', '2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z'), now)).toBe('held')
  expect(phaseOf(reservation('CANCELED', '2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z'), now)).toBe('over')
})

test('what is over can be booked again if it was confirmed or expired, but not if it was never confirmed otherwise', () => {
  const past = { starts_at: '2026-11-20T12:00:00Z', ends_at: '2026-11-20T13:00:00Z', confirmed_at: null }
  expect(canRebook({ ...past, status: 'ACTIVE', confirmed_at: '2026-11-19T12:00:00Z' }, now)).toBe(true)
  expect(canRebook({ ...past, status: 'CANCELED', confirmed_at: '2026-11-19T12:00:00Z' }, now)).toBe(true)
  expect(canRebook({ ...past, status: 'EXPIRED' }, now)).toBe(true)
  expect(canRebook({ ...past, status: 'CANCELED' }, now)).toBe(false)
  expect(canRebook({ ...past, status: 'CHECKOUT' }, now)).toBe(false)
})
