import { startOfLocalDay } from '../time/zone.ts'

/** The first reminder comes this many days before a fine is due. */
export const REMIND_DAYS_BEFORE = 3
/** The hour of the lot's day from which the reminder of the last day is sent, so that it wakes nobody. */
const MORNING_HOUR = 8

export type FineReminder = 'FINE_DUE_SOON' | 'FINE_DUE_TODAY'

/**
 * Returns which reminder of an unpaid fine is due now, or null. One that was issued less than a day before the first reminder, or
 * on the day when it is due, is known well enough. All but the zone are instants.
 */
export function reminderOf(
  now: Date,
  fine: { created_at: string; due_at: string; time_zone: string },
): FineReminder | null {
  const due = Date.parse(fine.due_at)
  const created = Date.parse(fine.created_at)
  if (now.getTime() >= due) return null
  const day_start = startOfLocalDay(fine.time_zone, Math.floor(due / minuteMs)) * minuteMs
  // One that is due at night is better reminded of at night than never.
  const last_from = Math.max(day_start, Math.min(day_start + MORNING_HOUR * hourMs, due - 2 * hourMs))
  if (now.getTime() >= last_from) return created < day_start ? 'FINE_DUE_TODAY' : null
  const first_from = due - REMIND_DAYS_BEFORE * dayMs
  const isFirst = now.getTime() >= first_from && now.getTime() < day_start
  return isFirst && now.getTime() - created >= dayMs ? 'FINE_DUE_SOON' : null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
