import { expect, test } from 'vitest'
import { sameClock } from './same-clock.ts'

test.each([
  [
    'New York to Chicago',
    '2026-11-23T01:00:00.000Z',
    'America/New_York',
    'America/Chicago',
    '2026-11-23T02:00:00.000Z',
  ],
  [
    'Tokyo to Chicago',
    '2026-11-22T11:00:00.000Z',
    'Asia/Tokyo',
    'America/Chicago',
    '2026-11-23T02:00:00.000Z',
  ],
  ['one zone to itself', '2026-11-22T11:00:00.000Z', 'Asia/Tokyo', 'Asia/Tokyo', '2026-11-22T11:00:00.000Z'],
])('8 PM stays 8 PM on the same day from %s', (_, at, from, to, expected) => {
  expect(sameClock(at, from, to)).toBe(expected)
})
