import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { expect, test } from 'vitest'
import { placeIn, placeValues, zoomIn } from './timeline-address.ts'

const zone = 'America/Chicago'
const read = (date: string | null, hour: string | null = null, row: string | null = null) => {
  const place = placeIn(zone, { date, hour, row })
  return place && [isoOf(place.at), place.row]
}

test('reads the date and hour of the lot and the row from the address', () => {
  expect(read('2026-11-25')).toEqual(['2026-11-25T06:00:00.000Z', 0])
  expect(read('2026-11-25', '14', '120')).toEqual(['2026-11-25T20:00:00.000Z', 120])
  // The day on which the clocks go back has 25 hours.
  expect(read('2026-11-01', '14')).toEqual(['2026-11-01T20:00:00.000Z', 0])
})

test('ignores what is no date, hour, row, or zoom', () => {
  for (const date of [null, '', 'today', '2026-02-30', '1026-01-01', '2026-1-1', '2026-01-01T00:00'])
    expect(read(date)).toBeNull()
  expect(read('2026-11-25', '99', '-3')).toEqual(['2026-11-26T05:00:00.000Z', 0])
  expect(zoomIn({ zoom: 'year' })).toBe('week')
  expect(zoomIn({ zoom: 'day' })).toBe('day')
})

test('writes what it reads again: to the hour, and in a month the nearest day', () => {
  const at = minutesOf('2026-11-25T20:10:00Z')
  const near = placeValues(zone, 'day', { at, row: 7 })
  expect(near).toEqual({ date: '2026-11-25', hour: '14', row: '7' })
  expect(placeIn(zone, near)).toEqual({ at: minutesOf('2026-11-25T20:00:00Z'), row: 7 })
  expect(placeValues(zone, 'month', { at, row: 0 })).toEqual({ date: '2026-11-26', hour: null, row: null })
})
