import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import { expect, test } from 'vitest'
import { changesBack } from './undo-spots.ts'

const rates = { half_hour_cents: null, hour_cents: 400, day_cents: null, month_cents: null }
const spot = (id: string, more: Partial<StaffSpot>): StaffSpot => ({
  id,
  lot_id: 'lot',
  label: id,
  type: 'STANDARD',
  features: [],
  level: 1,
  zone_id: null,
  shape: null,
  rates,
  note: null,
  ...more,
})

test('changesBack restores only the named fields, with one change for all spots that had the same', () => {
  const before = [
    spot('a', { level: 2 }),
    spot('b', { level: 1 }),
    spot('c', { level: 2, note: 'by the door' }),
  ]
  expect(changesBack(before, { level: 5 })).toEqual([
    { level: 2, spot_ids: ['a', 'c'] },
    { level: 1, spot_ids: ['b'] },
  ])
})

test('changesBack sets features that were added or removed as they were, and removes notes and prices that are new', () => {
  const before = [spot('a', { features: ['COVERED'] })]
  expect(
    changesBack(before, { add_features: ['GATED'], remove_features: ['COVERED'], note: 'x', rates }),
  ).toEqual([{ features: ['COVERED'], note: null, rates, spot_ids: ['a'] }])
})
