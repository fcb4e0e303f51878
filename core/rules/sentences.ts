import type { SpotType } from '../enums.ts'
import { formatMinutes } from '../time/format.ts'
import { MINUTES_PER_DAY } from '../time/instant.ts'
import { localDate } from '../time/zone.ts'
import type { FullPeriod } from './parked-hours.ts'
import { LONG_TERM_DAYS, type Rules } from './types.ts'

/** The message for each broken rule: the numbers, then a remedy. All lengths are in minutes. */

const LOCALE = 'en-GB'
/** In UTC because the input is already the lot's local date. */
const dates = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function tooManyMessage(isLong: boolean, most: number, held: number): string {
  const ofLength = isLong
    ? `over ${LONG_TERM_DAYS} days or without an end`
    : `of up to ${LONG_TERM_DAYS} days`
  if (most === 0) return `Stays ${ofLength} cannot be booked here. Choose another length, or ask the lot.`
  const already = held === 1 ? '1 is' : `${held} are`
  const figures = `At most ${counted(most, 'stay')} ${ofLength} may be held at a time, and ${already} held already.`
  return `${figures} Cancel one, or wait until one ends.`
}

export function tooShortMessage(least: number, minutes: number): string {
  return `A stay is ${lengthOf(least)} at least, and this one is ${lengthOf(minutes)}. Choose a later end.`
}

export function tooLongMessage(most: number, minutes: number): string {
  return Number.isFinite(minutes)
    ? `A stay is ${lengthOf(most)} at most, and this one is ${lengthOf(minutes)}. Choose an earlier end.`
    : `A stay is ${lengthOf(most)} at most, and this one has no end. Choose one within that.`
}

export function tooFarAheadMessage(most: number, days: number): string {
  const latest = most === 0 ? 'today' : `${counted(most, 'day')} ahead`
  const figures = `A stay may start ${latest} at the latest, and this one starts in ${counted(days, 'day')}.`
  return `${figures} Choose an earlier start.`
}

export function tooManyHoursMessage(
  zone: string,
  limit: NonNullable<Rules['max_hours']>,
  full: FullPeriod,
): string {
  const { hours, per } = limit
  const first = Date.parse(`${localDate(zone, full.from)}T00:00Z`)
  const when = {
    DAY: `on ${dates.format(first)}`,
    WEEK: `in the week from ${dates.format(first)}`,
    MONTH: `in ${months.format(first)}`,
  }[per]
  const period = per.toLowerCase()
  const parked = `this stay would make it ${hoursOf(full.parked)} ${when}`
  return `At most ${hours} h a ${period} may be parked, and ${parked}. Choose a shorter stay, or another ${period}.`
}

export function wrongTypeMessage(types: readonly SpotType[], type: SpotType): string {
  const named = types.map(nameOf).join(', ')
  return `Only spots of type ${named} may be booked, and this one is ${nameOf(type)}. Choose another spot.`
}

export function wrongZoneMessage(zones: number): string {
  const where = zones === 1 ? 'not in the zone' : `in none of the ${zones} zones`
  return `This spot is ${where} that may be booked. Choose a spot that is.`
}

function nameOf(type: SpotType): string {
  return type.toLowerCase().replaceAll('_', ' ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats up to two days in hours, then in days of 24 hours. */
function lengthOf(minutes: number): string {
  if (minutes < 2 * MINUTES_PER_DAY) return hoursOf(minutes)
  const days = counted(Math.floor(minutes / MINUTES_PER_DAY), 'day')
  const rest = Math.round(minutes % MINUTES_PER_DAY)
  return rest === 0 ? days : `${days} ${hoursOf(rest)}`
}

function hoursOf(minutes: number): string {
  return formatMinutes(minutes, LOCALE)
}
