import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import { words } from '@/words/index.ts'

/** Describes the type and features of a spot: "EV charger, Covered"; empty for an ordinary one. */
export const spotWords = (spot: Pick<OfferedSpot, 'type' | 'features'>): string[] => [
  ...(spot.type === 'STANDARD' ? [] : [words.spot.types[spot.type]]),
  ...spot.features.map((feature) => words.spot.features[feature]),
]
