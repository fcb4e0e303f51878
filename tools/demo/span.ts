import { plusLocalDays, plusLocalMonths, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { zone } from './lots.ts'

const day = 1440
/** The plan's "now" is noon, regardless of the clock. */
const noon = 720

/**
 * A reservation in the plan. The plan counts minutes from today's midnight, in days of 24 hours and months of 31 days,
 * so that the choices do not depend on the current time; only later are they converted into real times.
 */
export interface Span {
  /** Relative to today, or to the last started half hour. */
  from: 'today' | 'now'
  starts: number
  /** Null for an open end. */
  ends: number | null
  /** Ends this many calendar months after its start. */
  months?: number
}

export function onDay(at: number, minutes: number, length: number): Span {
  const starts = at * day + minutes
  return { from: 'today', starts, ends: starts + length }
}

/** From `first` to `last` half hours from now; negative ones are in the past. */
export function fromNow(first: number, last: number): Span {
  return { from: 'now', starts: noon + first * 30, ends: noon + last * 30 }
}

export function oneMonth(at: number): Span {
  const starts = at * day + 480
  return { from: 'today', starts, ends: starts + 31 * day, months: 1 }
}

export function openEnded(at: number): Span {
  return { from: 'today', starts: at * day + 480, ends: null }
}

/** Converts a plan into real times (epoch minutes) for a given moment. */
export class Times {
  readonly now: number
  readonly #today: number
  readonly #half: number

  constructor(now: number) {
    this.now = Math.floor(now)
    this.#half = Math.floor(now / 30) * 30
    this.#today = startOfLocalDay(zone, this.now)
  }

  at(days: number, minutes = 0): number {
    return plusLocalDays(zone, this.#today, days) + minutes
  }

  real(span: Span): { starts: number; ends: number | null } {
    const of = (minutes: number) =>
      span.from === 'now'
        ? this.#half + minutes - noon
        : this.at(Math.floor(minutes / day), ((minutes % day) + day) % day)
    const starts = of(span.starts)
    if (span.ends === null) return { starts, ends: null }
    return { starts, ends: span.months ? plusLocalMonths(zone, starts, span.months) : of(span.ends) }
  }
}
