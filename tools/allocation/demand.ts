import type { Span } from '@openspot/core/recurrence/spans.ts'
import { MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import { Random } from '../demo/random.ts'

/**
 * A request made at `requested_at` for a spot in `[from, to)`; all in minutes of a calendar whose measured days start at 0.
 */
export interface Request extends Span {
  requested_at: number
  /** True if any spot is acceptable. Other drivers choose a spot: the first free one on their own list. */
  is_flexible: boolean
  /** Seed of that list. */
  taste: number
}

export const measuredDays = 30
/** Days before the measured ones, so that these start on a lot at its usual occupancy. */
export const warmUpDays = 30

const HOUR = 60
const DAY = MINUTES_PER_DAY

interface Kind {
  mean_hours: number
  /** Whether it is requested on a day; day 0 is a Monday. */
  isOn(day: number): boolean
  /** Start, length, and lead time of a request in minutes. */
  draw(random: Random): { minute_of_day: number; length: number; lead: number }
}

const halfHours = (random: Random, from_hours: number, to_hours: number) =>
  random.int(from_hours * 2, to_hours * 2) * 30
const everyDay = () => true

const kinds = {
  errand: {
    mean_hours: 2.5,
    isOn: everyDay,
    draw: (random) => ({
      minute_of_day: halfHours(random, 7, 21),
      length: halfHours(random, 1, 4),
      lead: random.perMille(600) ? random.int(0, 3 * HOUR) : random.int(0, 3 * DAY),
    }),
  },
  commuter: {
    mean_hours: 9,
    isOn: (day) => (day + warmUpDays * 7) % 7 < 5,
    draw: (random) => ({
      minute_of_day: halfHours(random, 6.5, 9.5),
      length: halfHours(random, 8, 10),
      lead: random.int(0, 7 * DAY),
    }),
  },
  trip: {
    mean_hours: 72,
    isOn: everyDay,
    draw: (random) => ({
      minute_of_day: halfHours(random, 5, 20),
      length: halfHours(random, 24, 120),
      lead: random.int(DAY, 30 * DAY),
    }),
  },
  month: {
    mean_hours: 30 * 24,
    isOn: everyDay,
    draw: (random) => ({ minute_of_day: 0, length: 30 * DAY, lead: random.int(3 * DAY, 30 * DAY) }),
  },
} satisfies Record<string, Kind>

/** Share of the requested hours by kind of driver in %, for a downtown lot and for an airport lot. */
const mixes = {
  town: { errand: 20, commuter: 35, trip: 30, month: 15 },
  airport: { errand: 3, commuter: 2, trip: 85, month: 10 },
} satisfies Record<string, Record<keyof typeof kinds, number>>

export type Mix = keyof typeof mixes

export interface DemandOptions {
  mix: Mix
  spot_count: number
  /** Requested hours, day and night, as a share of the hours that the spots have. */
  load: number
  /** Percentage of drivers who accept any spot. The requests are the same for every value. */
  flexible_percent: number
  seed: number
}

/** Generates seeded demand for a lot, in order of request. */
export function makeDemand({ mix, spot_count, load, flexible_percent, seed }: DemandOptions): Request[] {
  const random = new Random(seed, `allocation ${mix} ${spot_count} ${load}`)
  const allDays = Array.from({ length: warmUpDays + measuredDays }, (_, at) => at - warmUpDays)
  const requests: Request[] = []
  for (const [name, share] of Object.entries(mixes[mix])) {
    const { mean_hours, isOn, draw } = kinds[name as keyof typeof kinds]
    const days = allDays.filter(isOn)
    const hours = (spot_count * allDays.length * 24 * load * share) / 100
    for (let left = Math.round(hours / mean_hours); left > 0; left -= 1) {
      const { minute_of_day, length, lead } = draw(random)
      const from = random.pick(days) * DAY + minute_of_day
      const is_flexible = random.int(1, 100) <= flexible_percent
      const taste = random.int(0, 2 ** 31)
      requests.push({ from, to: from + length, requested_at: from - lead, is_flexible, taste })
    }
  }
  return requests.toSorted((a, b) => a.requested_at - b.requested_at)
}
