import { expect, test } from 'vitest'
import { reminderOf } from './reminders.ts'

/** Due at 3 PM in Chicago on December 10. */
const fine = {
  created_at: '2026-12-01T21:00:00Z',
  due_at: '2026-12-10T21:00:00Z',
  time_zone: 'America/Chicago',
}

test.each([
  ['three days and a minute before', '2026-12-07T20:59:00Z', null],
  ['three days before', '2026-12-07T21:00:00Z', 'FINE_DUE_SOON'],
  ['on the evening before', '2026-12-10T05:59:00Z', 'FINE_DUE_SOON'],
  ['in the night of the day', '2026-12-10T06:00:00Z', null],
  ['at eight in the morning of the day, where the lot is', '2026-12-10T14:00:00Z', 'FINE_DUE_TODAY'],
  ['a minute before it is due', '2026-12-10T20:59:00Z', 'FINE_DUE_TODAY'],
  ['when it is due', '2026-12-10T21:00:00Z', null],
])('a fine %s gets the reminder of that time', (_name, now, expected) => {
  expect(reminderOf(new Date(now), fine)).toBe(expected)
})

test('a fine that is due before the morning is reminded of in the last two hours, and not on the day before', () => {
  const early = { ...fine, due_at: '2026-12-10T09:00:00Z' }
  expect(reminderOf(new Date('2026-12-10T06:59:00Z'), early)).toBe(null)
  expect(reminderOf(new Date('2026-12-10T07:00:00Z'), early)).toBe('FINE_DUE_TODAY')
  const at_midnight = { ...fine, due_at: '2026-12-10T06:30:00Z' }
  expect(reminderOf(new Date('2026-12-10T05:59:00Z'), at_midnight)).toBe('FINE_DUE_SOON')
  expect(reminderOf(new Date('2026-12-10T06:00:00Z'), at_midnight)).toBe('FINE_DUE_TODAY')
})

test('a fine that was issued less than a day ago, or on its last day, gets no reminder', () => {
  const short = { ...fine, created_at: '2026-12-08T21:00:00Z' }
  expect(reminderOf(new Date('2026-12-09T20:59:00Z'), short)).toBe(null)
  expect(reminderOf(new Date('2026-12-09T21:00:00Z'), short)).toBe('FINE_DUE_SOON')
  const today = { ...fine, created_at: '2026-12-10T06:00:00Z' }
  expect(reminderOf(new Date('2026-12-10T20:00:00Z'), today)).toBe(null)
})
