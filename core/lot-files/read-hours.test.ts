import { expect, test } from 'vitest'
import { readHours } from './read-hours.ts'

const daily = (opens: string, closes: string, days: string[]) =>
  Object.fromEntries(days.map((day) => [day, [{ opens, closes }]]))
const workdays = ['MON', 'TUE', 'WED', 'THU', 'FRI']

test.each([
  ['24/7', null, false],
  ['Mo-Fr 07:00-19:00', daily('07:00', '19:00', workdays), false],
  [
    'Mo-Fr 07:00-19:00; Sa,Su 8:00-12:00',
    { ...daily('07:00', '19:00', workdays), ...daily('08:00', '12:00', ['SAT', 'SUN']) },
    false,
  ],
  ['Sa-Mo 10:00-14:00', daily('10:00', '14:00', ['SAT', 'SUN', 'MON']), false],
  ['06:00-24:00', daily('06:00', '24:00', [...workdays, 'SAT', 'SUN']), false],
  ['Fr 20:00-26:00', daily('20:00', '02:00', ['FRI']), false],
  [
    'Mo 08:00-12:00,13:00-17:00',
    {
      MON: [
        { opens: '08:00', closes: '12:00' },
        { opens: '13:00', closes: '17:00' },
      ],
    },
    false,
  ],
  ['Mo-Fr 07:00-19:00; We off; PH off', daily('07:00', '19:00', ['MON', 'TUE', 'THU', 'FRI']), true],
])('the opening hours %j are read, without those of holidays', (text, hours, leaves_out) => {
  expect(readHours(text)).toEqual({ ok: true, hours, leaves_out })
})

test.each([
  'dawn-dusk',
  'Apr-Oct: 08:00-20:00',
  'Mo-Fr 07:00-19:00 "by phone"',
  'Mo-Fr',
  'Mo 25:00-26:00',
  'Mo 10:61-12:00',
  'Mo 10:00-49:00',
  'Mo-Xx 10:00-12:00',
  'open in the morning',
  ';',
])('the opening hours %j are not guessed at', (text) => {
  expect(readHours(text)).toEqual({ ok: false })
})
