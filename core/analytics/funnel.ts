import type { EventName } from './events.ts'

/** The way to a paid reservation. Each stage counts different people per day. */
export const funnelStages = ['search', 'lot_view', 'quote', 'hold', 'paid'] as const satisfies EventName[]
export type FunnelStage = (typeof funnelStages)[number]
/** The stages of one lot: a search is not about a lot. */
export const lotStages = funnelStages.filter((stage) => stage !== 'search')

/** The days that figures can be about. */
export const figureDays = [7, 28, 84] as const
export const DEFAULT_FIGURE_DAYS = 28

/** One day of the funnel. */
export type FunnelDay = { on: string } & Record<FunnelStage, number>

/** People who came for the first time in a week, and how many of them came again 1, 2, … weeks later. */
export interface Cohort {
  week_on: string
  people: number
  returned: number[]
}

/** Builds the cohorts from the pairs of first week and week, oldest first. Weeks that are not over yet end each list. */
export function cohortsOf(
  weeks: readonly string[],
  pairs: readonly { first_on: string; week_on: string; people: number }[],
): Cohort[] {
  return weeks.map((week_on, index) => {
    const peopleIn = (week: string) =>
      pairs.find((pair) => pair.first_on === week_on && pair.week_on === week)?.people ?? 0
    return { week_on, people: peopleIn(week_on), returned: weeks.slice(index + 1).map(peopleIn) }
  })
}

/** Adds up the days of a funnel. */
export const totalsOf = (days: readonly FunnelDay[]): Record<FunnelStage, number> =>
  Object.fromEntries(
    funnelStages.map((stage) => [stage, days.reduce((sum, day) => sum + day[stage], 0)]),
  ) as Record<FunnelStage, number>
