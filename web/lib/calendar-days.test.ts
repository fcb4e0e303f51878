import { expect, test } from 'vitest'
import { monthOf, rangeOf, stepFrom, toCalendarDays, weekOf } from './calendar-days.ts'

const zone = 'Europe/London'

test('a week runs from Monday to Sunday, and a month contains whole weeks', () => {
  expect(weekOf('2026-03-29', 1)).toEqual([
    '2026-03-23',
    '2026-03-24',
    '2026-03-25',
    '2026-03-26',
    '2026-03-27',
    '2026-03-28',
    '2026-03-29',
  ])
  const march = monthOf('2026-03-15', 1)
  expect([march[0], march.at(-1), march.length]).toEqual(['2026-02-23', '2026-04-05', 42])
  // Exactly four weeks.
  const february = monthOf('2027-02-28', 1)
  expect([february[0], february.at(-1), february.length]).toEqual(['2027-02-01', '2027-02-28', 28])
})

test('a week begins on the first day of the region', () => {
  const weeks = ([0, 1, 6] as const).map((first) => weekOf('2026-03-29', first))
  expect(weeks.map(([day]) => day)).toEqual(['2026-03-29', '2026-03-23', '2026-03-28'])
  expect(monthOf('2026-03-15', 0).slice(0, 2)).toEqual(['2026-03-01', '2026-03-02'])
})

test('stepFrom moves by week or month and across years', () => {
  expect(stepFrom('2026-12-30', 'week', 1)).toBe('2027-01-06')
  expect(stepFrom('2026-12-30', 'month', 1)).toBe('2027-01-01')
  expect(stepFrom('2026-01-31', 'month', -1)).toBe('2025-12-01')
  expect(stepFrom('2026-01-31', 'month', 1)).toBe('2026-02-01')
})

test('rangeOf is exact for a week with a clock change', () => {
  expect(rangeOf(zone, weekOf('2026-03-29', 1))).toEqual({
    starts_at: '2026-03-23T00:00:00.000Z',
    ends_at: '2026-03-29T23:00:00.000Z',
  })
})

test('a part over midnight appears on both days by local time', () => {
  const times = { starts_at: '2026-03-28T22:00:00.000Z', ends_at: '2026-03-29T11:00:00.000Z' }
  const [saturday, sunday] = toCalendarDays(zone, ['2026-03-28', '2026-03-29'], [times])
  expect(saturday?.pieces).toEqual([
    {
      part: times,
      starts_at: times.starts_at,
      ends_at: '2026-03-29T00:00:00.000Z',
      from: 22 / 24,
      to: 1,
    },
  ])
  // Local noon, although only eleven hours of that day have passed.
  expect(sunday?.pieces).toMatchObject([{ from: 0, to: 0.5 }])
})

test('an open-ended part fills every day after its start', () => {
  const times = { starts_at: '2026-06-02T12:00:00.000Z', ends_at: null }
  const days = toCalendarDays('UTC', ['2026-06-01', '2026-06-02', '2026-06-03'], [times])
  expect(days.map(({ pieces }) => pieces.map(({ from, to }) => [from, to]))).toEqual([
    [],
    [[0.5, 1]],
    [[0, 1]],
  ])
})
