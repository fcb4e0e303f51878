import { repeatFrequencies, weekdays } from '@openspot/core/enums.ts'
import { Type } from 'typebox'
import { Instant, Nullable, StringEnum } from '../common.ts'

/** A date in the lot's calendar. */
export const LocalDate = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  description: 'Day in the lot’s calendar.',
})

/** A time that happens once or repeats in the lot's local time (each occurrence keeps its local hours). */
export const Window = {
  starts_at: Instant,
  ends_at: Nullable(Type.String({ format: 'date-time', description: 'Null: without end; only once.' })),
  repeat_frequency: StringEnum(repeatFrequencies),
  weekdays: Type.Array(StringEnum(weekdays), {
    description: 'For WEEKLY; empty is the weekday it starts on.',
  }),
  until_on: Nullable(LocalDate),
}

/** A window as request input: it defaults to once and open-ended. */
export const WindowInput = {
  starts_at: Instant,
  ends_at: Type.Optional(Nullable(Instant)),
  repeat_frequency: Type.Optional(StringEnum(repeatFrequencies)),
  weekdays: Type.Optional(Type.Array(StringEnum(weekdays), { maxItems: 7, uniqueItems: true })),
  until_on: Type.Optional(Nullable(LocalDate)),
}
