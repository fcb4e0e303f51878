import { MINUTES_PER_DAY } from './instant.ts'
import { offsetMinutes } from './zone.ts'

/** The step to which reservations are rounded up unless the lot sets another. */
export const DEFAULT_ROUNDING_MINUTES = 30

/**
 * Whether a lot may round to this step: whole minutes that divide a day evenly, because otherwise days would start off
 * the grid.
 */
export function isRoundingStep(minutes: number): boolean {
  return (
    Number.isInteger(minutes) && minutes >= 1 && minutes <= MINUTES_PER_DAY && MINUTES_PER_DAY % minutes === 0
  )
}

/**
 * Rounds an instant up to the next moment at which the local clock shows a multiple of the step. An instant already on
 * the grid stays, so rounding is idempotent.
 * @param at epoch minutes, fractional if seconds count
 * @throws RangeError for an unknown zone or a step that `isRoundingStep` refuses
 */
export function snapUp(zone: string, at: number, step: number = DEFAULT_ROUNDING_MINUTES): number {
  if (!isRoundingStep(step)) throw new RangeError(`Not a step that divides a day: ${step}`)
  // Whole minutes from here on: the step is whole, so seconds only push to the next minute.
  let snapped = Math.ceil(at)
  for (;;) {
    const wall = snapped + offsetMinutes(zone, snapped)
    const up = Math.ceil(wall / step) * step
    if (up === wall) return snapped
    // Repeats if a clock change in between moved the grid.
    snapped += up - wall
  }
}
