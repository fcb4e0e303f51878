import { reseat } from '@openspot/core/allocation/reseat.ts'
import { spotCalendar } from '@openspot/core/availability/calendar.ts'
import { computeSpotLayout } from '@openspot/core/geo/spot-layout.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import { occurrences } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays } from '@openspot/core/time/zone.ts'

/** How the time of a pure function grows with its input. */
export interface Growth {
  name: string
  /** Time of the larger input divided by that of the smaller. */
  ratio: number
  /** Maximum allowed ratio. */
  max_ratio: number
}

interface Case {
  name: string
  max_ratio: number
  smaller: () => unknown
  larger: () => unknown
}

const zone = 'America/Chicago'
const from = minutesOf('2026-10-20T00:00Z')
const rounds = 9
/** Long enough for the clock's resolution. */
const batchMs = 4

const cases: Case[] = [
  {
    name: 'quote: 45 days vs. 1.5 days',
    max_ratio: 45,
    smaller: quoteOf(1.5),
    larger: quoteOf(45),
  },
  {
    name: 'a week of a recurrence: 20 years old vs. 1 month old',
    max_ratio: 2,
    smaller: weekOf('2026-09'),
    larger: weekOf('2006-09'),
  },
  {
    name: 'calendar: 3000 vs. 1000 reservations',
    max_ratio: 5,
    smaller: calendarOf(1000),
    larger: calendarOf(3000),
  },
  {
    name: 're-seating: 200 vs. 100 spots',
    max_ratio: 4,
    smaller: reseatIn(100),
    larger: reseatIn(200),
  },
  {
    name: 'stalls in an outline: 1900 vs. 950 corners',
    max_ratio: 4,
    smaller: stallsIn(950),
    larger: stallsIn(1900),
  },
  {
    name: 'local day: our own vs. Intl',
    max_ratio: 1,
    smaller: () => calendarOfLanguage.formatToParts(from * 60_000),
    larger: () => plusLocalDays(zone, from, 1),
  },
]

const calendarOfLanguage = new Intl.DateTimeFormat('en-US', {
  timeZone: zone,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
})

/**
 * Measures both inputs of each case alternately and takes the best of each, because other processes may slow the
 * machine temporarily.
 */
export function measureGrowth(): Growth[] {
  return cases.map(({ name, max_ratio, smaller, larger }) => {
    const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    const work = [smaller, larger].map((run) => ({ run, times: timesFor(run) }))
    for (let round = 0; round < rounds; round += 1) {
      work.forEach(({ run, times }, at) => {
        best[at] = Math.min(best[at] ?? 0, timed(run, times) / times)
      })
    }
    return { name, max_ratio, ratio: (best[1] ?? 0) / (best[0] ?? 1) }
  })
}

function timed(run: () => unknown, times: number): number {
  const began = performance.now()
  for (let at = 0; at < times; at += 1) run()
  return performance.now() - began
}

/** Returns how often to run something for a measurable time; also warms it up. */
function timesFor(run: () => unknown): number {
  for (let times = 1; ; times *= 2) if (timed(run, times) > batchMs) return times
}

function quoteOf(days: number) {
  const input = {
    zone,
    currency: 'USD',
    rates: { half_hour_cents: 150, hour_cents: 250, day_cents: 1800, month_cents: 22_000 },
    min_reservation_price: 0,
    max_reservation_price: 100_000_000,
    fee: { service_fee_bps: 1000, service_fee_cents: 99 },
    starts_at: isoOf(from),
    ends_at: isoOf(from + days * 1440),
  }
  return () => {
    if (!quote(input).ok) throw new Error('The benchmark reservation has no price.')
  }
}

function weekOf(month: string) {
  const recurrence = {
    starts_at: `${month}-01T03:00Z`,
    ends_at: `${month}-01T11:00Z`,
    repeat_frequency: 'DAILY' as const,
    weekdays: [],
    until_on: null,
  }
  return () => occurrences(zone, recurrence, from, from + 7 * 1440)
}

function calendarOf(count: number) {
  const reservations = Array.from({ length: count }, (_, at) => ({
    starts_at: isoOf(from + at * 175),
    ends_at: isoOf(from + at * 175 + 100),
  }))
  const days = Math.ceil((count * 175) / 1440)
  return () =>
    spotCalendar(zone, { is_assigned: false, availability_rules: [] }, reservations, from, from + days * 1440)
}

/** Full spots: reservations of hours to days with short gaps, of which a tenth cannot be moved. */
function reseatIn(count: number) {
  let state = 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor(((state >>> 8) / 2 ** 24) * limit)
  }
  const spots = Array.from({ length: count }, (_, seat) => {
    const reservations = []
    for (let at = below(1440); at < 60 * 1440; ) {
      const to = at + 120 + below(below(2) * 7200 + 600)
      reservations.push({ reservation_id: `${seat} ${at}`, from: at, to, is_flexible: below(10) > 0 })
      at = to + below(600)
    }
    return { spot_id: `spot ${seat}`, reservations, closed: [] }
  })
  return () => {
    for (let day = 2; day < 42; day += 4) reseat(spots, { from: day * 1440, to: (day + 4) * 1440 })
  }
}

/** A wavy circle of constant size, drawn with more or fewer corners. */
function stallsIn(corners: number) {
  const degree = 111_320
  const ring = Array.from({ length: corners }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / corners
    const radius = 150 * (1 + 0.05 * Math.sin(angle * 150))
    return [(radius * Math.cos(angle)) / degree, (radius * Math.sin(angle)) / degree]
  })
  const outline = { type: 'Polygon' as const, coordinates: [[...ring, ...ring.slice(0, 1)]] }
  return () => computeSpotLayout(outline)
}
