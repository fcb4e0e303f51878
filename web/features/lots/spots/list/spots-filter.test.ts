import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import { expect, test } from 'vitest'
import { bySort, isShown, noFilter, readSpotsFilter, spotsParams } from './spots-filter.ts'

const spot: MonitorSpot = {
  id: '01900000-0000-7005-8000-000000000001',
  label: 'A1',
  type: 'COMPACT',
  features: [],
  level: -1,
  zone_id: 'roof',
  shape: null,
  state: 'RENTED_UNTIL',
  until: null,
  occupant: {
    reservation_id: '01900000-0000-7006-8000-000000000001',
    status: 'ACTIVE',
    name: 'Zoë Example',
    plate: 'RI 14 DER',
    starts_at: '2026-03-01T10:00:00.000Z',
    ends_at: null,
  },
  next: null,
  is_assigned: false,
  assigned_to: null,
}

test('a filter round-trips through its URL, and invalid values are ignored', () => {
  const filter = {
    tab: 'spots',
    state: 'AVAILABLE',
    type: 'COMPACT',
    level: -1,
    zone_id: 'roof',
    q: 'a 1',
    sort: 'until',
  } as const
  expect(readSpotsFilter(spotsParams(filter))).toEqual(filter)
  expect(spotsParams(noFilter).size).toBe(0)
  expect(readSpotsFilter(new URLSearchParams('state=X&type=Y&level=1e3'))).toEqual(noFilter)
})

test("finds a spot by label and by the occupant's name or plate in any spelling", () => {
  const found = (q: string) => isShown(spot, { ...noFilter, q })
  expect(['a1', 'zoë', 'ri14', 'RI 14', 'B2'].map(found)).toEqual([true, true, true, true, false])
  expect(isShown(spot, { ...noFilter, type: 'STANDARD' })).toBe(false)
  expect(isShown(spot, { ...noFilter, level: -1 })).toBe(true)
  expect(isShown(spot, { ...noFilter, level: 0 })).toBe(false)
  expect(isShown(spot, { ...noFilter, zone_id: 'roof' })).toBe(true)
  expect(isShown(spot, { ...noFilter, zone_id: 'yard' })).toBe(false)
})

test('sorts labels numerically, and by the next change', () => {
  const spots = ['A10', 'A2', 'A1'].map((label, at) => ({
    ...spot,
    label,
    until: at === 0 ? null : `2026-03-0${at}T10:00:00.000Z`,
  }))
  const sorted = (sort: 'place' | 'label' | 'until') => spots.toSorted(bySort(sort)).map(({ label }) => label)
  expect(sorted('label')).toEqual(['A1', 'A2', 'A10'])
  expect(sorted('until')).toEqual(['A2', 'A1', 'A10'])
  expect(sorted('place')).toEqual(['A10', 'A2', 'A1'])
})
