import type { Weekday } from '@openspot/core/enums.ts'

const days: Record<Weekday, string> = {
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
  SUN: 'Sunday',
}

export const when = {
  from: 'From',
  until: 'Until',
  day: (which: string) => `${which}, day`,
  time: (which: string) => `${which}, time`,
  byTheMonth: 'By the month',
  noEnd: 'No end, paid month by month',
  days,
  daySpan: (first: string, last: string) => `${first} to ${last}`,
  everyDay: 'Every day',
  allDay: 'all day',
  closed: 'closed',
}
