import { repeatFrequencies, weekdays } from '@openspot/core/enums.ts'
import { Type } from 'typebox'
import { Instant, Nullable, StringEnum } from '../common.ts'

/** A date in the lot's calendar. */
export const LocalDate = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  description: 'A date in the lot’s time zone.',
})

/** A time that happens once or repeats in the lot's local time (each occurrence keeps its local hours). */
export const Recurrence = {
  starts_at: Instant,
  ends_at: Nullable(Type.String({ format: 'date-time', description: 'Null: no end; only without repeats.' })),
  repeat_frequency: StringEnum(repeatFrequencies),
  weekdays: Type.Array(StringEnum(weekdays), {
    description: 'Only for WEEKLY. Empty means the weekday of the start.',
  }),
  until_on: Nullable(LocalDate),
}

/** A recurrence as request input: it defaults to once and open-ended. */
export const RecurrenceInput = {
  starts_at: Instant,
  ends_at: Type.Optional(Nullable(Instant)),
  repeat_frequency: Type.Optional(StringEnum(repeatFrequencies)),
  weekdays: Type.Optional(Type.Array(StringEnum(weekdays), { maxItems: 7, uniqueItems: true })),
  until_on: Type.Optional(Nullable(LocalDate)),
}
