import type { DateFormatter } from '@mantine/dates'
import { formatCalendarDate } from '@openspot/core/time/calendar.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'

/** Formats the value of a date field as the reader writes dates. Only dates near today need no year. */
export const dateText =
  (t: Translate, { withYear }: { withYear: boolean }): DateFormatter =>
  ({ date }) =>
    typeof date === 'string' ? formatCalendarDate(date, localeOf(t), withYear) : ''
