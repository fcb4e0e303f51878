import { MINUTES_PER_DAY } from './instant.ts'
import { offsetMinutes } from './zone.ts'

/** The step to which stays are rounded up unless the lot says otherwise (specification, section 5). */
export const DEFAULT_ROUNDING_MINUTES = 30

/** Whether a lot may round to this step: whole minutes that part a day evenly, else days would begin off the grid. */
export function isRoundingStep(minutes: number): boolean {
  return (
    Number.isInteger(minutes) && minutes >= 1 && minutes <= MINUTES_PER_DAY && MINUTES_PER_DAY % minutes === 0
  )
}

/**
 * Rounds an instant up to the next moment at which the zone's clock shows a multiple of the step; one that does so
 * already stays, so rounding twice changes nothing (specification, section 5: "the next 30-minute boundary").
 * @param at epoch minutes, with a fraction where seconds count
 * @throws RangeError for an unknown zone or a step that `isRoundingStep` refuses
 */
export function snapUp(zone: string, at: number, step: number = DEFAULT_ROUNDING_MINUTES): number {
  if (!isRoundingStep(step)) throw new RangeError(`Not a step that parts a day: ${step}`)
  // Whole minutes from here on: the step is whole, so seconds only ever push to the next minute.
  let snapped = Math.ceil(at)
  for (;;) {
    const wall = snapped + offsetMinutes(zone, snapped)
    const up = Math.ceil(wall / step) * step
    if (up === wall) return snapped
    // Once more after a change of the clocks in between, which may have moved the grid.
    snapped += up - wall
  }
}

/** Whether the zone's clock shows a multiple of the step at an instant (epoch minutes). */
export function isSnapped(zone: string, at: number, step: number = DEFAULT_ROUNDING_MINUTES): boolean {
  return snapUp(zone, at, step) === at
}
