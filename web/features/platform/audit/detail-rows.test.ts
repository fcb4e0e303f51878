import { expect, test } from 'vitest'
import { detailRows, detailValue } from './detail-rows.ts'

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

test('values are instants, truths, texts, or nothing', () => {
  expect(detailValue('2026-03-01T10:00:00.000Z')).toEqual({ at: '2026-03-01T10:00:00.000Z' })
  expect(detailValue('2026-03-01')).toEqual({ text: '2026-03-01' })
  expect(detailValue(false)).toEqual({ is: false })
  expect(detailValue(0)).toEqual({ text: '0' })
  expect(detailValue(['NAME', 'EMAIL'])).toEqual({ text: 'NAME, EMAIL' })
  expect(detailValue({ from: 1, to: { to: null } })).toEqual({ text: 'from: 1; to: to: null' })
  for (const nothing of [null, undefined, '', []]) expect(detailValue(nothing)).toBeNull()
})
