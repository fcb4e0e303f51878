import { expect, test } from 'vitest'
import {
  isFirstList,
  isNarrowed,
  noFilter,
  readReservationsFilter,
  reservationsParams,
  reservationsQuery,
} from './reservations-filter.ts'

const spot_id = '01900000-0000-7005-8000-000000000001'

test('a filter round-trips through its URL', () => {
  const filter = {
    when: 'ahead',
    status: 'ACTIVE',
    from_on: '2026-03-28',
    until_on: '2026-03-29',
    range_of: 'START',
    payment: 'FAILED',
    spot_id,
    q: 'RI 14 DER',
    sort: 'earliest',
  } as const
  expect(readReservationsFilter(reservationsParams(filter))).toEqual(filter)
  expect([isNarrowed(filter), isNarrowed(noFilter), isNarrowed({ ...noFilter, sort: 'earliest' })]).toEqual([
    true,
    false,
    false,
  ])
})

test('shows who is here now and comes next at first, the earliest first, and everything only on request', () => {
  const firstFilter = readReservationsFilter(new URLSearchParams())
  expect(firstFilter).toEqual({ ...noFilter, when: 'upcoming', sort: 'earliest' })
  expect(reservationsParams(firstFilter).size).toBe(0)
  for (const filter of [
    noFilter,
    { ...firstFilter, sort: 'latest' as const },
    { ...noFilter, sort: 'earliest' as const },
  ]) {
    expect(readReservationsFilter(reservationsParams(filter))).toEqual(filter)
  }
  expect(isFirstList({ ...firstFilter, sort: 'latest' })).toBe(true)
  expect(isFirstList(noFilter)).toBe(false)
})

test('a link with a filter, such as one to failed payments, is about all reservations', () => {
  expect(readReservationsFilter(new URLSearchParams('payment=FAILED'))).toEqual({
    ...noFilter,
    payment: 'FAILED',
  })
})

test('ignores invalid URL parameters', () => {
  const raw = new URLSearchParams('when=never&status=GONE&from_on=2026-02-30&until_on=x&spot_id=1&sort=up')
  expect(readReservationsFilter(raw)).toEqual(noFilter)
})

test('staysQuery converts local days into instants across clock changes', () => {
  const filter = { ...noFilter, from_on: '2026-03-29', until_on: '2026-03-29' }
  expect(reservationsQuery('lot', 'Europe/London', filter)).toEqual({
    lot_id: 'lot',
    sort: 'latest',
    starts_at: '2026-03-29T00:00:00.000Z',
    ends_at: '2026-03-29T23:00:00.000Z',
  })
})
