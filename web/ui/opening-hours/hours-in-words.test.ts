import { expect, test } from 'vitest'
import { t } from '@/testing/translate.ts'
import { hoursInWords } from './hours-in-words.ts'

const day = [{ opens: '06:00', closes: '22:00' }]

test('merges consecutive equal days into one line and shows days without hours as closed', () => {
  const hours = {
    MON: day,
    TUE: day,
    WED: day,
    THU: day,
    FRI: day,
    SAT: [{ opens: '08:00', closes: '24:00' }],
  }
  expect(hoursInWords(t, hours)).toEqual([
    { days: 'Monday to Friday', times: '6:00 AM – 10:00 PM' },
    { days: 'Saturday', times: '8:00 AM – 12:00 AM' },
    { days: 'Sunday', times: 'closed' },
  ])
})

test('shows a week of equal days as every day', () => {
  const hours = { MON: day, TUE: day, WED: day, THU: day, FRI: day, SAT: day, SUN: day }
  expect(hoursInWords(t, hours)).toEqual([{ days: 'Every day', times: '6:00 AM – 10:00 PM' }])
})
