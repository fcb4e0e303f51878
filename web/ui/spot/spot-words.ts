import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** Describes the type and features of a spot: "EV charger, Covered"; empty for an ordinary one. */
export const spotWords = (t: Translate, spot: Pick<OfferedSpot, 'type' | 'features'>): string[] => [
  ...(spot.type === 'STANDARD' ? [] : [t(`spot.types.${spot.type}`)]),
  ...spot.features.map((feature) => t(`spot.features.${feature}`)),
]
