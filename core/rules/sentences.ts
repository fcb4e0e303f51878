import type { SpotType } from '../enums.ts'
import { MINUTES_PER_DAY } from '../time/instant.ts'
import { localDate } from '../time/zone.ts'
import type { FullPeriod } from './parked-hours.ts'
import { LONG_TERM_DAYS, type Rules } from './types.ts'

/** The message for each broken rule: the numbers, then a remedy. All lengths are in minutes. */

const LOCALE = 'en-US'
/** In UTC because the input is already the lot's local date. */
const dates = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' })
const months = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function tooManyMessage(isLong: boolean, max: number, held: number): string {
  const ofLength = isLong
    ? `of more than ${LONG_TERM_DAYS} days or without an end`
    : `of up to ${LONG_TERM_DAYS} days`
  if (max === 0)
    return `Reservations ${ofLength} are not allowed here. Choose another length, or contact the lot.`
  const figures = `The limit is ${counted(max, 'reservation')} ${ofLength} at a time, and you already have ${held}.`
  return `${figures} Cancel one, or wait until one ends.`
}

export function tooShortMessage(least: number, minutes: number): string {
  return `The minimum reservation is ${lengthOf(least)}; this one is ${lengthOf(minutes)}. Choose a later end time.`
}

export function tooLongMessage(max: number, minutes: number): string {
  return Number.isFinite(minutes)
    ? `The maximum reservation is ${lengthOf(max)}; this one is ${lengthOf(minutes)}. Choose an earlier end time.`
    : `The maximum reservation is ${lengthOf(max)}; this one has no end. Choose an end time.`
}

export function tooFarAheadMessage(max: number, days: number): string {
  const limit =
    max === 0
      ? 'Reservations must start today'
      : `Reservations can start at most ${counted(max, 'day')} from now`
  return `${limit}; this one starts in ${counted(days, 'day')}. Choose an earlier start time.`
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
    WEEK: `in the week of ${dates.format(first)}`,
    MONTH: `in ${months.format(first)}`,
  }[per]
  const period = per.toLowerCase()
  const parked = `this reservation would bring the total to ${hoursOf(full.parked)} ${when}`
  return `The limit is ${hours} hr of parking per ${period}; ${parked}. Choose a shorter time or another ${period}.`
}

export function wrongTypeMessage(types: readonly SpotType[], type: SpotType): string {
  const named = types.map(nameOf).join(', ')
  return `Only spots of type ${named} are allowed; this one is ${nameOf(type)}. Choose another spot.`
}

export function wrongZoneMessage(zones: number): string {
  const zoneText = zones === 1 ? 'the allowed zone' : `any of the ${zones} allowed zones`
  return `This spot is not in ${zoneText}. Choose a spot that is.`
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
  const whole = Math.max(0, Math.round(minutes))
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} hr` : `${hours} hr ${rest} min`
}
