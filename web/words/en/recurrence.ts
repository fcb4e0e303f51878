import type { RepeatFrequency, Weekday } from '@openspot/core/enums.ts'

const frequencies: Record<RepeatFrequency, string> = {
  NEVER: 'Only once',
  DAILY: 'Every day',
  WEEKLY: 'Every week',
}

const shortDays: Record<Weekday, string> = {
  MON: 'Mon',
  TUE: 'Tue',
  WED: 'Wed',
  THU: 'Thu',
  FRI: 'Fri',
  SAT: 'Sat',
  SUN: 'Sun',
}

/** Recurrences of availability rules, closures, and calendar prices. */
export const recurrence = {
  repeats: 'Repeats',
  frequencies,
  shortDays,
  onDays: 'On these days',
  lastDay: 'Last day it begins',
  clearLastDay: 'No last day',
  forEver: 'Goes on for ever',
  endless: 'Without an end',
  noEnd: 'No end',
  daily: 'Every day',
  weekly: (days: string) => `Every ${days}`,
  from: (day: string) => `from ${day}`,
  until: (day: string) => `until ${day}`,
}
