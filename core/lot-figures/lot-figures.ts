import { type Weekday, weekdays } from '../enums.ts'

/** The longest period that figures can be about, in days. */
export const MAX_FIGURE_PERIOD_DAYS = 92
export const DEFAULT_FIGURE_PERIOD_DAYS = 28

/** What happened on a local day, as sums. `docs/lot-figures.md` defines each. */
export interface DaySums {
  on: string
  revenue_cents: number
  reservations: number
  canceled: number
  /** Kept reservations with an end, without continuations of others. */
  stays: number
  price_cents: number
  length_minutes: number
  lead_minutes: number
}

/** The minutes that spots were taken in an hour, summed over all spots. */
export interface TakenHour {
  on: string
  hour: number
  taken_minutes: number
}

/** The figures of a day or of a period. A figure without anything to count is null. */
export interface Figures {
  revenue_cents: number
  reservations: number
  canceled: number
  canceled_bps: number | null
  average_price_cents: number | null
  average_length_minutes: number | null
  average_lead_minutes: number | null
  occupancy_bps: number | null
}

export interface PeriodFigures {
  from_on: string
  until_on: string
  totals: Figures
  days: (Figures & { on: string })[]
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round(part / whole))
/** A share in basis points; more than everything counts as everything. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.min(10_000, Math.round((part / whole) * 10_000))

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

const sum = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
  rows.reduce((total, row) => total + valueOf(row), 0)

function figuresOf(days: readonly DaySums[], hours: readonly TakenHour[], spots: number): Figures {
  const [reservations, canceled, stays] = [
    sum(days, (day) => day.reservations),
    sum(days, (day) => day.canceled),
    sum(days, (day) => day.stays),
  ]
  return {
    revenue_cents: sum(days, (day) => day.revenue_cents),
    reservations,
    canceled,
    canceled_bps: shareOf(canceled, reservations),
    average_price_cents: ratio(
      sum(days, (day) => day.price_cents),
      stays,
    ),
    average_length_minutes: ratio(
      sum(days, (day) => day.length_minutes),
      stays,
    ),
    average_lead_minutes: ratio(
      sum(days, (day) => day.lead_minutes),
      stays,
    ),
    occupancy_bps: shareOf(
      sum(hours, (hour) => hour.taken_minutes),
      hours.length * 60 * spots,
    ),
  }
}

/** Returns the figures of the days and of all of them together. `hours` has every hour of them. */
export function periodOf(
  days: readonly DaySums[],
  hours: readonly TakenHour[],
  spots: number,
): PeriodFigures {
  const hoursOf = groupBy(hours, ({ on }) => on)
  return {
    from_on: days[0]?.on ?? '',
    until_on: days.at(-1)?.on ?? '',
    totals: figuresOf(days, hours, spots),
    days: days.map((day) => ({ on: day.on, ...figuresOf([day], hoursOf.get(day.on) ?? [], spots) })),
  }
}

/** The weekday of a local date. */
export const weekdayOf = (on: string): Weekday =>
  weekdays[(new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MON'

/** Returns the occupancy by weekday and hour, for those that occur: Monday first, 0 to 23 o'clock. */
export function weekOf(
  hours: readonly TakenHour[],
  spots: number,
): { weekday: Weekday; hour: number; occupancy_bps: number | null }[] {
  const byTime = groupBy(hours, ({ on, hour }) => `${weekdayOf(on)} ${hour}`)
  return weekdays.flatMap((weekday) =>
    Array.from({ length: 24 }, (_, hour) => {
      const those = byTime.get(`${weekday} ${hour}`) ?? []
      const taken = sum(those, (one) => one.taken_minutes)
      return { weekday, hour, occupancy_bps: shareOf(taken, those.length * 60 * spots) }
    }),
  )
}
