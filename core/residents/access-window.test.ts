import { expect, test } from 'vitest'
import { rules } from '../testing/residents.ts'
import { accessWindow } from './access-window.ts'

const lease = {
  status: 'CURRENT',
  lease_starts_on: '2026-08-15',
  lease_ends_on: '2027-08-14',
  moves_in_on: '2026-08-20',
  moves_out_on: null,
  is_month_to_month: false,
} as const

test.each([
  ['from the move-in until the end of the lease', {}, '2026-08-20', '2027-08-14'],
  ['from the start of the lease without a move-in', { moves_in_on: null }, '2026-08-15', '2027-08-14'],
  [
    'until the move-out instead of the end of the lease',
    { moves_out_on: '2027-01-31' },
    '2026-08-20',
    '2027-01-31',
  ],
  ['without an end from month to month', { is_month_to_month: true }, '2026-08-20', null],
  [
    'until the move-out from month to month',
    { is_month_to_month: true, moves_out_on: '2026-12-31' },
    '2026-08-20',
    '2026-12-31',
  ],
  [
    'without an end if the lease is over and the person still lives there',
    { lease_ends_on: '2026-11-24' },
    '2026-08-20',
    null,
  ],
  ['until an end today', { lease_ends_on: '2026-11-25' }, '2026-08-20', '2026-11-25'],
  [
    'until the end of a past lease',
    { status: 'PAST' as const, lease_ends_on: '2026-11-24' },
    '2026-08-20',
    '2026-11-24',
  ],
  ['without any date', { lease_starts_on: null, moves_in_on: null, lease_ends_on: null }, null, null],
])('a resident has access %s', (_title, changed, access_from, access_until) => {
  expect(accessWindow({ ...lease, ...changed }, rules)).toEqual({ access_from, access_until })
})

test('early days come before the move-in, and late days after the move-out or the end', () => {
  const flexible = { ...rules, early_in_days: 20, late_out_days: 3 }
  expect(accessWindow(lease, flexible)).toEqual({ access_from: '2026-07-31', access_until: '2027-08-17' })
  expect(accessWindow({ ...lease, moves_out_on: '2026-12-30' }, flexible).access_until).toBe('2027-01-02')
})
