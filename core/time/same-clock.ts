import { isoOf, minutesOf } from './instant.ts'
import { atLocal, localParts } from './zone.ts'

/** Returns the instant at which the clocks of one zone show what those of another showed at `at`: 8 PM stays 8 PM. */
export const sameClock = (at: string, from_zone: string, to_zone: string): string =>
  isoOf(atLocal(to_zone, localParts(from_zone, minutesOf(at))))
