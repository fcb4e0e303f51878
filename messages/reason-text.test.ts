import { plainReasons, type Reason } from '@openspot/core/reasons.ts'
import { expect, test } from 'vitest'
import { reasonText } from './reason-text.ts'
import { translatorFor } from './translator.ts'

const us = (reason: Reason) => reasonText(translatorFor('en-US'), reason)
const gb = (reason: Reason) => reasonText(translatorFor('en-GB'), reason)

test.each<[Reason, string]>([
  [
    { code: 'too_many_short', max: 1, held: 1, days: 45 },
    'The limit is 1 reservation of up to 45 days at a time, and you already have 1. Cancel one, or wait until one ends.',
  ],
  [
    { code: 'too_many_long', max: 2, held: 3, days: 45 },
    'The limit is 2 reservations of more than 45 days or without an end at a time, and you already have 3. Cancel one, or wait until one ends.',
  ],
  [
    { code: 'no_long', days: 45 },
    'Reservations of more than 45 days or without an end are not allowed here. Choose another length, or contact the lot.',
  ],
  [
    { code: 'too_short', min_minutes: 181, minutes: 180 },
    'The minimum reservation is 3 hr 1 min; this one is 3 hr. Choose a later end time.',
  ],
  [
    { code: 'too_long', max_minutes: 2 * 1440, minutes: 7 * 1440 + 150 },
    'The maximum reservation is 2 days; this one is 7 days 2 hr 30 min. Choose an earlier end time.',
  ],
  [
    { code: 'no_end', max_minutes: 527_040 },
    'The maximum reservation is 366 days; this one has no end. Choose an end time.',
  ],
  [
    { code: 'too_far_ahead', max: 1, days: 2 },
    'Reservations can start at most 1 day from now; this one starts in 2 days. Choose an earlier start time.',
  ],
  [
    { code: 'too_many_hours', hours: 4, per: 'DAY', parked_minutes: 270, first_day: '2026-11-21' },
    'The limit is 4 hr of parking per day; this reservation would bring the total to 4 hr 30 min on November 21, 2026. Choose a shorter time or another day.',
  ],
  [
    { code: 'too_many_hours', hours: 22, per: 'MONTH', parked_minutes: 1380, first_day: '2026-11-01' },
    'The limit is 22 hr of parking per month; this reservation would bring the total to 23 hr in November 2026. Choose a shorter time or another month.',
  ],
  [
    { code: 'wrong_type', types: ['COMPACT', 'EXTRA_WIDE'], type: 'STANDARD' },
    'Only these spot types are allowed: Compact, Extra wide. This spot’s type is Standard. Choose another spot.',
  ],
  [{ code: 'wrong_zone', zones: 1 }, 'This spot is not in the allowed zone. Choose a spot that is.'],
  [
    {
      code: 'hours_overlap',
      first: { day: 'MON', opens: 1320, closes: 481 },
      second: { day: 'TUE', opens: 480, closes: 720 },
    },
    '10:00 PM to 8:01 AM on Monday overlaps 8:00 AM to 12:00 PM on Tuesday. Change one of them, or combine them.',
  ],
  [{ code: 'money_unreadable', currency: 'USD' }, 'Enter the amount in digits, for example 12.50.'],
  [{ code: 'money_unreadable', currency: 'JPY' }, 'Enter the amount in digits, for example 2000.'],
  [{ code: 'money_unreadable', currency: 'KWD' }, 'Enter the amount in digits, for example 12.500.'],
  [{ code: 'money_no_decimals', currency: 'JPY' }, 'JPY has no decimals. Enter a whole number.'],
])('writes %o', (reason, text) => {
  expect(us(reason)).toBe(text)
})

test('writes dates, clocks, and the words of a country in the reader’s locale', () => {
  expect(
    gb({ code: 'too_many_hours', hours: 19, per: 'WEEK', parked_minutes: 1200, first_day: '2026-11-16' }),
  ).toContain('in the week of 16 November 2026.')
  expect(gb({ code: 'never_open' })).toBe('The car park is closed every day. Choose another car park.')
})

test('every reason without values has one or more whole sentences', () => {
  for (const code of plainReasons) expect(us({ code }), code).toMatch(/^[A-Z].*[.]$/)
})
