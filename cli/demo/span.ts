import { plusLocalDays, plusLocalMonths, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { zone } from './lots.ts'

const day = 1440
/** Where the present lies in the plan, whatever the clock shows: at noon. */
const noon = 720

/**
 * A stay in the plan. The plan counts minutes from today's midnight, in days of 24 hours and months of 31 days, so that
 * what is chosen does not hang on the moment at which the town is made; only then do they become real times.
 */
export interface Span {
  /** Counted from today, or from the last half hour that has begun. */
  from: 'today' | 'now'
  starts: number
  /** Null: without an end. */
  ends: number | null
  /** Ends so many calendar months after it starts. */
  months?: number
}

export function onDay(at: number, minutes: number, length: number): Span {
  const starts = at * day + minutes
  return { from: 'today', starts, ends: starts + length }
}

/** From so many half hours from now to so many; negative ones are past. */
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

/** The real times, in minutes since 1970, of a plan that is carried out at a moment. */
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
