import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import { mayBeAssigned } from '@openspot/core/allocation/on-request.ts'
import { isOneOf, type SpotFeature, type SpotType, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { one, type RawQuery } from './when.ts'

/** Preferences for any spot: a type and features; empty means no preference. */
export interface SpotPreferences {
  type: SpotType | null
  features: SpotFeature[]
}

/** Whether a spot may be assigned to a person with these preferences, as the server decides. */
export const grants = (
  spot: Pick<OfferedSpot, 'type' | 'features'>,
  { type, features }: SpotPreferences,
): boolean => mayBeAssigned(spot, { types: type === null ? [] : [type], features })

/** Returns the lowest price of the free matching spots, which is what any of them is booked for. */
export function lowestPrice(spots: readonly OfferedSpot[], preferences: SpotPreferences): Price | null {
  const prices = spots.flatMap((spot) =>
    spot.is_free && spot.price && grants(spot, preferences) ? spot.price : [],
  )
  return prices.reduce<Price | null>(
    (best, price) => (best === null || price.total_cents < best.total_cents ? price : best),
    null,
  )
}

/** Returns the preferences as API query parameters. */
export const preferenceInput = ({ type, features }: SpotPreferences) => ({
  ...(type === null ? {} : { type }),
  ...(features.length > 0 ? { features: features.join(',') } : {}),
})

/** Returns the preferences as URL parameters. */
export const preferenceParams = (preferences: SpotPreferences): Record<string, string> =>
  preferenceInput(preferences)

const readWords = <const W extends string>(known: readonly W[], text: string): W[] => [
  ...new Set(text.split(',').filter((word) => isOneOf(known, word))),
]

/** Parses types and features from the URL; unknown ones are ignored. */
export const readKinds = (raw: RawQuery): { types: SpotType[]; features: SpotFeature[] } => ({
  types: readWords(spotTypes, one(raw.types)),
  features: readWords(spotFeatures, one(raw.features)),
})

/**
 * Parses the preferences for any spot of one lot from the URL: one type, as in a booking, or the only one of several.
 */
export function readPreferences(raw: RawQuery): SpotPreferences {
  const { types, features } = readKinds(raw)
  const [type, ...others] = [...readWords(spotTypes, one(raw.type)), ...types]
  return { type: type === undefined || others.length > 0 ? null : type, features }
}
