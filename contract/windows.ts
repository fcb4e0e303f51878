import { repeatFrequencies, weekdays } from '@openspot/core/enums.ts'
import { Type } from 'typebox'
import { Instant, Nullable, OneOf } from './common.ts'

/** A day in the lot's own calendar. */
export const LocalDate = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\d$',
  description: 'Day in the lot’s calendar.',
})

/** When something holds: once or repeating, in the lot's own time (each occurrence keeps its hours of the clock). */
export const Window = {
  starts_at: Instant,
  ends_at: Nullable(Type.String({ format: 'date-time', description: 'Null: without end; only once.' })),
  repeat_frequency: OneOf(repeatFrequencies),
  weekdays: Type.Array(OneOf(weekdays), { description: 'For WEEKLY; empty is the weekday it starts on.' }),
  until_on: Nullable(LocalDate),
}

/** A window as it is sent: what is left out is once, and without end. */
export const WindowInput = {
  starts_at: Instant,
  ends_at: Type.Optional(Nullable(Instant)),
  repeat_frequency: Type.Optional(OneOf(repeatFrequencies)),
  weekdays: Type.Optional(Type.Array(OneOf(weekdays), { maxItems: 7, uniqueItems: true })),
  until_on: Type.Optional(Nullable(LocalDate)),
}
