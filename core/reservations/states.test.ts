import { expect, test } from 'vitest'
import { reservationStatuses } from '../enums.ts'
import { holdingStatuses, isCanceledOrExpired, isEnded, reservationMoves } from './states.ts'

const now = '2026-11-21T12:00:00.000Z'

test('a status holds the spot exactly if it has further transitions', () => {
  expect(reservationStatuses.filter((status) => reservationMoves[status].length > 0)).toEqual(holdingStatuses)
})

test('isEnded is true for CANCELED, EXPIRED, and ACTIVE with a past end', () => {
  const ended = (status: string, ends_at: string | null) => isEnded({ status, ends_at }, now)
  expect(ended('CANCELED', null)).toBe(true)
  expect(ended('EXPIRED', '2027-01-01T00:00Z')).toBe(true)
  expect(ended('ACTIVE', '2026-11-21T12:00Z')).toBe(true)
  expect(ended('ACTIVE', '2026-11-21T12:00:00.001Z')).toBe(false)
  expect(ended('ACTIVE', null)).toBe(false)
  for (const status of ['PENDING', 'CHECKOUT', 'MERGED', 'DEPRECATED_REQUEST']) {
    expect(ended(status, '2020-01-01T00:00Z')).toBe(false)
  }
})

test('isCancelledOrExpired depends only on the status', () => {
  expect(reservationStatuses.filter(isCanceledOrExpired)).toEqual(['CANCELED', 'EXPIRED'])
})
