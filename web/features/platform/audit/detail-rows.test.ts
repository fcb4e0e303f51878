import { expect, test } from 'vitest'
import { detailRows } from './detail-rows.ts'

test('objects before and after become one row per value, and values beside them are those after', () => {
  expect(
    detailRows({ before: { hour_cents: 400, is_open: true }, after: { hour_cents: 500 }, note: 'Fair' }),
  ).toEqual([
    { name: 'hour_cents', before: 400, after: 500 },
    { name: 'is_open', before: true },
    { name: 'note', after: 'Fair' },
  ])
  expect(detailRows({ schedule: 'DAILY', before: { schedule: 'WEEKLY' } })).toEqual([
    { name: 'schedule', before: 'WEEKLY', after: 'DAILY' },
  ])
})

test('an entry about one value has one row without a name', () => {
  expect(detailRows({ before: 'NEW', after: 'TRUSTED' })).toEqual([
    { name: '', before: 'NEW', after: 'TRUSTED' },
  ])
  expect(detailRows({})).toEqual([])
})

test('values that stayed the same are left out, unless nothing changed', () => {
  const spot = { label: 'A1', features: ['COVERED'], level: 1 }
  expect(detailRows({ before: spot, after: { ...spot, level: 2 } })).toEqual([
    { name: 'level', before: 1, after: 2 },
  ])
  expect(detailRows({ before: { level: 1 }, after: { level: 1 } })).toEqual([
    { name: 'level', before: 1, after: 1 },
  ])
})

test('of an object before and after only its changed values are shown, and what has an ID stays one value', () => {
  const rules = { max_ahead_days: 7, spot_types: null }
  const [from, to] = [
    { id: 'a', name: 'Tenants' },
    { id: 'b', name: 'Guests' },
  ]
  expect(
    detailRows({
      before: { rules, rule_set: from, version: 1 },
      after: { rules: { ...rules, max_ahead_days: 14 }, rule_set: to, version: 2 },
    }),
  ).toEqual([
    { name: 'max_ahead_days', before: 7, after: 14 },
    { name: 'rule_set', before: from, after: to },
    { name: 'version', before: 1, after: 2 },
  ])
})
