import type { RepeatFrequency, Weekday } from '@openspot/core/enums.ts'
import { type Recurrence, recurrenceFault } from '@openspot/core/recurrence/recurrence.ts'
import { findMinutesOf, isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'

/** A recurrence as a request sends it. By default it occurs once and has no end. */
export interface RecurrenceInput {
  starts_at: string
  ends_at?: string | null
  repeat_frequency?: RepeatFrequency
  weekdays?: Weekday[]
  until_on?: string | null
}

const earliest = minutesOf('2000-01-01T00:00Z')
const latest = minutesOf('2200-01-01T00:00Z')
const MAX_YEARS_AHEAD = 3

/** Parses a recurrence in the lot's time zone. Throws `request_invalid` on the field at fault. */
export function readRecurrence(zone: string, requested: RecurrenceInput, now: Date): Recurrence {
  const recurrence: Recurrence = {
    starts_at: requested.starts_at,
    ends_at: requested.ends_at ?? null,
    repeat_frequency: requested.repeat_frequency ?? 'NEVER',
    weekdays: requested.weekdays ?? [],
    until_on: requested.until_on ?? null,
  }
  // Check for far years first, because all other checks compute with the calendar.
  const farYear = yearProblem(recurrence, now)
  if (farYear) refuse('request_invalid', farYear)
  const fault = recurrenceFault(zone, recurrence)
  if (fault) refuse('request_invalid', { field: fault.field, message: (t) => reasonText(t, fault.reason) })
  if (recurrence.repeat_frequency === 'NEVER' && recurrence.until_on !== null) {
    const message: Message = (t) => t('apiErrors.availability.lastDayOfSingle')
    refuse('request_invalid', { field: 'until_on', message })
  }
  // Instants can be written in many ways; store them in one.
  const ends_at = recurrence.ends_at === null ? null : isoOf(minutesOf(recurrence.ends_at))
  return { ...recurrence, starts_at: isoOf(minutesOf(recurrence.starts_at)), ends_at }
}

/**
 * Merges a patch into a recurrence. Weekdays and the last day are dropped with the repeat that they belong to, unless
 * the patch sets them.
 */
export function changedRecurrence(old: Recurrence, patch: Partial<RecurrenceInput>): RecurrenceInput {
  const repeat_frequency = patch.repeat_frequency ?? old.repeat_frequency
  const keepsDays = repeat_frequency === 'WEEKLY'
  return {
    starts_at: patch.starts_at ?? old.starts_at,
    ends_at: patch.ends_at === undefined ? old.ends_at : patch.ends_at,
    repeat_frequency,
    weekdays: patch.weekdays ?? (keepsDays ? [...old.weekdays] : []),
    until_on:
      patch.until_on === undefined && repeat_frequency !== 'NEVER' ? old.until_on : (patch.until_on ?? null),
  }
}

function yearProblem(
  { starts_at, ends_at }: Recurrence,
  now: Date,
): { field: string; message: Message } | null {
  const starts = findMinutesOf(starts_at)
  const lastStart = now.getTime() / 60_000 + MAX_YEARS_AHEAD * 366 * MINUTES_PER_DAY
  if (starts !== null && starts < earliest) {
    return { field: 'starts_at', message: (t) => t('apiErrors.availability.startTooEarly') }
  }
  if (starts !== null && starts > lastStart) {
    return {
      field: 'starts_at',
      message: (t) => t('apiErrors.availability.startTooLate', { years: MAX_YEARS_AHEAD }),
    }
  }
  if (ends_at !== null && (findMinutesOf(ends_at) ?? 0) >= latest) {
    return { field: 'ends_at', message: (t) => t('apiErrors.availability.endTooLate') }
  }
  return null
}
