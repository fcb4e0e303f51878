import { walkableMeters } from '../geo/cells.ts'

/** A search need not go farther once it has found this many lots. */
export const ENOUGH_LOTS = 10
/** How far a search goes step by step, in minutes on foot. */
const STEPS_MINUTES = [5, 10, 15, 20]

/** Returns the radii in meters of a search that goes as far as it must and no farther than `most_m`, in the order in which they are tried. */
export const radiiUpTo = (most_m: number): number[] => [
  ...STEPS_MINUTES.map(walkableMeters).filter((radius_m) => radius_m < most_m),
  most_m,
]
